package dev.cif.cli.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * The footer of a Parquet file, without what the library does not know and fails at: logical types,
 * and groups without fields.
 *
 * @param file the file, with a footer that the library can read
 * @param unknown columns that have, or hold, a field of an unknown logical type
 * @param hollow columns that are, or hold, a group without fields
 * @param rows rows of all row groups; 0 where the footer is left for the library to complain of
 */
record ParquetFooter(InputFile file, Set<String> unknown, Set<String> hollow, long rows) {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL = Integer.BYTES + 4;

  /** Reads the footer; one that is damaged is left for the library to complain of. */
  static ParquetFooter of(InputFile file) throws IOException {
    long length = file.getLength();
    ParquetFooter none = new ParquetFooter(file, Set.of(), Set.of(), 0);
    if (length < TAIL + MAGIC.length) {
      return none;
    }
    try (SeekableInputStream in = file.newStream()) {
      byte[] tail = new byte[TAIL];
      in.seek(length - TAIL);
      in.readFully(tail);
      long size = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
      long start = length - TAIL - size;
      boolean isPlain = Arrays.equals(tail, Integer.BYTES, TAIL, MAGIC, 0, MAGIC.length);
      if (!isPlain || size < 0 || start < 0) {
        return none;
      }
      byte[] bytes = new byte[(int) size];
      in.seek(start);
      in.readFully(bytes);
      FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes));
      long rows = footer.getRow_groups().stream().mapToLong(RowGroup::getNum_rows).sum();
      Known known = new Known(footer.getSchema());
      if (known.unknown.isEmpty() && known.hollow.isEmpty()) {
        return new ParquetFooter(file, Set.of(), Set.of(), rows);
      }
      footer.setSchema(known.elements);
      if (footer.isSetColumn_orders()
          && footer.getColumn_orders().stream().anyMatch(order -> order.getSetField() == null)) {
        // An order that is unknown cannot be written; it is for statistics, which no load looks at.
        footer.unsetColumn_orders();
      }
      return new ParquetFooter(
          new Changed(file, start, bytes(footer)), known.unknown, known.hollow, rows);
    }
  }

  /** The elements of a schema, in the order of their tree, that the library knows. */
  private static final class Known {
    private final List<SchemaElement> given;
    private final List<SchemaElement> elements = new ArrayList<>();
    private final Set<String> unknown = new LinkedHashSet<>();
    private final Set<String> hollow = new LinkedHashSet<>();
    private int at;

    Known(List<SchemaElement> given) {
      this.given = given;
      SchemaElement root = given.get(at++);
      elements.add(root);
      int kept = 0;
      for (int i = root.getNum_children(); i > 0 && at < given.size(); i--) {
        kept += isKept(given.get(at).getName()) ? 1 : 0;
      }
      root.setNum_children(kept);
    }

    /** Takes the element at the place with those below it, if anything is left of it. */
    private boolean isKept(String column) {
      SchemaElement element = given.get(at++);
      int own = elements.size();
      elements.add(element);
      if (element.isSetLogicalType() && element.getLogicalType().getSetField() == null) {
        element.unsetLogicalType();
        unknown.add(column);
      }
      if (element.isSetType()) {
        return true;
      }
      int kept = 0;
      for (int i = element.getNum_children(); i > 0 && at < given.size(); i--) {
        kept += isKept(column) ? 1 : 0;
      }
      element.setNum_children(kept);
      if (kept == 0) {
        elements.remove(own);
        hollow.add(column);
      }
      return kept > 0;
    }
  }

  /** The footer's end of a file. */
  private static byte[] bytes(FileMetaData footer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, out);
    int size = out.size();
    out.write(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(size).array());
    out.write(MAGIC);
    return out.toByteArray();
  }

  /** A file with another end from a place on. */
  private static final class Changed implements InputFile {
    private final InputFile file;
    private final long start;
    private final byte[] end;

    Changed(InputFile file, long start, byte[] end) {
      this.file = file;
      this.start = start;
      this.end = end;
    }

    @Override
    public long getLength() {
      return start + end.length;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      ChangedStream stream = new ChangedStream(file.newStream(), start, end);
      return new DelegatingSeekableInputStream(stream) {
        @Override
        public long getPos() {
          return stream.position;
        }

        @Override
        public void seek(long position) throws IOException {
          stream.seek(position);
        }
      };
    }
  }

  /** The bytes of a file with another end. */
  private static final class ChangedStream extends InputStream {
    private final SeekableInputStream in;
    private final long start;
    private final byte[] end;
    private long position;

    ChangedStream(SeekableInputStream in, long start, byte[] end) {
      this.in = in;
      this.start = start;
      this.end = end;
    }

    void seek(long to) throws IOException {
      if (to < start) {
        in.seek(to);
      }
      position = to;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int n;
      if (position < start) {
        n = in.read(bytes, offset, (int) Math.min(length, start - position));
      } else {
        int at = (int) (position - start);
        n = at >= end.length ? -1 : Math.min(length, end.length - at);
        System.arraycopy(end, Math.min(at, end.length), bytes, offset, Math.max(0, n));
      }
      position += Math.max(0, n);
      return n;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
