package dev.cif.format.internal.file;

import dev.cif.format.internal.io.Input;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.WantedColumns;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the part of a schema file that describes some columns, at the places that its {@link
 * ColumnIndex} gives.
 */
final class PartialSchemaReader {
  /** Greatest gap in bytes between two pieces that one read covers. */
  private static final int GAP = 4 << 10;

  private final FileSystem fs;
  private final Path path;
  private final FSDataInputStream in;
  private final HeadedJson.Header header;
  private int read;
  private long local;

  private PartialSchemaReader(
      FileSystem fs, Path path, FSDataInputStream in, HeadedJson.Header header) {
    this.fs = fs;
    this.path = path;
    this.in = in;
    this.header = header;
  }

  /**
   * Reads some columns.
   *
   * @param path path of the schema file
   * @param in stream of the schema file
   * @return null if the file is to be read whole: it is short, has no index, or many columns are
   *     wanted
   * @throws CifException if the bytes read are damaged
   */
  static SchemaFile read(
      FileSystem fs,
      Path path,
      FSDataInputStream in,
      HeadedJson.Header header,
      WantedColumns wanted)
      throws IOException {
    boolean isQuicker =
        header.length() > ColumnIndex.SHORT_BYTES
            && header.length() <= SchemaFile.MAX_BYTES
            && wanted.count() <= ColumnIndex.MOST_COLUMNS;
    return isQuicker ? new PartialSchemaReader(fs, path, in, header).read(wanted) : null;
  }

  private SchemaFile read(WantedColumns wanted) throws IOException {
    Path file = SplitFiles.file(path.getParent(), ColumnIndex.name(header.crc()));
    ColumnIndex index;
    List<ColumnIndex.Place> places = new ArrayList<>();
    try (FSDataInputStream stream = fs.open(file)) {
      byte[] head = stream.readNBytes(ColumnIndex.HEAD_BYTES);
      int size = ColumnIndex.frontBytes(file, head, header.length());
      byte[] front = GrowingBytes.behind(head, size, stream::readNBytes);
      if (front.length < size) {
        throw ColumnIndex.damaged(file, front.length, "its end is missing", null);
      }
      byte[] slack = Arrays.copyOf(front, size + Input.SLACK);
      index = ColumnIndex.read(file, slack, size, header.crc(), header.length(), wanted);
      read = HeadedJson.HEADER_BYTES + size;
      // Pieces do not overlap, so that they are never longer together than the JSON.
      long left = header.length();
      for (int column : index.found()) {
        long at = size + (long) column * ColumnIndex.ENTRY_BYTES;
        stream.seek(at);
        byte[] entry = stream.readNBytes(ColumnIndex.ENTRY_BYTES);
        read += entry.length;
        ColumnIndex.Place place = ColumnIndex.place(file, at, entry, header.length());
        places.add(place);
        left -= (long) place.fieldLength() + place.elementLength();
        if (left < 0) {
          throw ColumnIndex.damaged(file, at, "columns overlap in the schema file", null);
        }
      }
      local = LocalBytes.of(fs, stream, read - HeadedJson.HEADER_BYTES);
    } catch (FileNotFoundException e) {
      return null;
    } catch (EOFException e) {
      throw ColumnIndex.damaged(file, -1, "its end is missing", e);
    }
    int ofIndex = read - HeadedJson.HEADER_BYTES;
    List<byte[]> fields = new ArrayList<>();
    List<byte[]> elements = new ArrayList<>();
    read(file, places, fields, elements);
    try {
      SchemaFile some = index.schemaFile(fields, elements);
      local += LocalBytes.of(fs, in, read - ofIndex);
      return some.partly(index.totals(), read, local);
    } catch (IllegalArgumentException | IOException e) {
      throw CifException.at(path, null, -1, "the schema is not valid: " + e.getMessage(), e);
    }
  }

  /** Field or element; it has its bytes once they are read. */
  private static final class Piece {
    private final int at;
    private final int length;
    private byte[] bytes;

    Piece(int at, int length) {
      this.at = at;
      this.length = length;
    }

    int end() {
      return at + length;
    }
  }

  private void read(
      Path index, List<ColumnIndex.Place> places, List<byte[]> fields, List<byte[]> elements)
      throws IOException {
    List<Piece> ofFields = new ArrayList<>();
    List<Piece> ofElements = new ArrayList<>();
    for (ColumnIndex.Place place : places) {
      ofFields.add(new Piece(place.field(), place.fieldLength()));
      ofElements.add(new Piece(place.element(), place.elementLength()));
    }
    List<Piece> all =
        Stream.concat(ofFields.stream(), ofElements.stream())
            .sorted(Comparator.comparingInt(piece -> piece.at))
            .toList();
    for (int i = 0; i < all.size(); ) {
      int end = all.get(i).end();
      int next = i + 1;
      while (next < all.size() && all.get(next).at - end <= GAP) {
        end = Math.max(end, all.get(next).end());
        next++;
      }
      read(all.subList(i, next), end);
      i = next;
    }
    for (int i = 0; i < places.size(); i++) {
      fields.add(ofFields.get(i).bytes);
      elements.add(ofElements.get(i).bytes);
      expectChecksum(index, places.get(i), fields.get(i), elements.get(i));
    }
  }

  /** Reads pieces that are near each other, up to an end. */
  private void read(List<Piece> pieces, int end) throws IOException {
    int from = pieces.get(0).at;
    in.seek((long) header.start() + from);
    byte[] bytes = in.readNBytes(end - from);
    read += bytes.length;
    if (bytes.length < end - from) {
      throw CifException.at(
          path,
          null,
          (long) header.start() + from + bytes.length,
          "the file ends, where its header promises "
              + header.length()
              + " bytes of schema: it is truncated");
    }
    for (Piece piece : pieces) {
      piece.bytes = Arrays.copyOfRange(bytes, piece.at - from, piece.end() - from);
    }
  }

  private void expectChecksum(Path index, ColumnIndex.Place place, byte[] field, byte[] element)
      throws CifException {
    if (!place.has(field, element)) {
      throw CifException.at(
          path,
          null,
          (long) header.start() + place.field(),
          "what it says of a column, here and at "
              + ((long) header.start() + place.element())
              + ", has another checksum than in "
              + index.getName());
    }
  }
}
