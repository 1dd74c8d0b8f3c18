package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.Substring;
import dev.cif.bench.formats.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;

/**
 * Store of MapFiles without compression, of text: the key's columns that are no folders, then the
 * others, divided by tabs. Readers stay open, with their indexes.
 */
final class MapFileStore extends FileStore {
  MapFileStore(Schema index, Path folder) {
    super(index, folder);
  }

  @Override
  public String description() {
    return "MapFile, text with tabs, no compression; indexes in memory, an entry for 128 rows";
  }

  @Override
  public boolean wantsKeyOrder() {
    return true;
  }

  private static void setKey(Text text, Object step, Object version, long event) {
    // Zero-padded, numbers have the same order as their bytes.
    text.set(step + "\t" + version + '\t' + String.format("%012d", event));
  }

  @Override
  RecordSink create(org.apache.hadoop.fs.Path file) throws IOException {
    MapFile.Writer writer =
        new MapFile.Writer(
            conf,
            file,
            MapFile.Writer.keyClass(Text.class),
            MapFile.Writer.valueClass(Text.class),
            MapFile.Writer.compression(CompressionType.NONE));
    Text key = new Text();
    Text value = new Text();
    byte[] tab = {'\t'};
    int fields = schema.getFields().size();
    return RecordSink.of(
        row -> {
          setKey(key, row.get(0), row.get(1), (Long) row.get(2));
          value.clear();
          for (int field = inFile(EventIndex.KEY_FIELDS); field < fields; field++) {
            Object object = row.get(field);
            byte[] bytes =
                object instanceof Utf8 text ? text.getBytes() : Substring.bytes(object.toString());
            value.append(
                bytes, 0, object instanceof Utf8 text ? text.getByteLength() : bytes.length);
            value.append(tab, 0, 1);
          }
          writer.append(key, value);
        },
        writer);
  }

  @Override
  public Client open() {
    return new Readers();
  }

  /** Readers of the files that were asked for; each serves one thread at a time. */
  private final class Readers implements Client {
    private final FileCache<MapFile.Reader> open =
        new FileCache<>(file -> new MapFile.Reader(file, conf));

    @Override
    public Object[] lookup(EventKey key, int[] fields) throws IOException {
      Text wanted = new Text();
      setKey(wanted, key.value(3), key.value(4), key.event());
      Text found = new Text();
      if (open.of(part(key)).get(wanted, found) == null) {
        return null;
      }
      String[] columns = found.toString().split("\t", -1);
      Object[] values = new Object[fields.length];
      for (int i = 0; i < fields.length; i++) {
        values[i] =
            fields[i] < EventIndex.KEY_FIELDS
                ? key.value(fields[i])
                : value(fields[i], columns[fields[i] - EventIndex.KEY_FIELDS]);
      }
      return values;
    }

    private Object value(int field, String text) {
      return switch (index.getFields().get(field).schema().getType()) {
        case INT, LONG -> Long.valueOf(text);
        default -> text;
      };
    }

    @Override
    public long count(int field, String part, List<EventKey> partitions) throws IOException {
      byte[] pattern = Substring.bytes(part);
      long count = 0;
      for (EventKey first : partitions) {
        try (MapFile.Reader rows = new MapFile.Reader(part(first), conf)) {
          Text key = new Text();
          Text value = new Text();
          while (rows.next(key, value)) {
            count += isIn(value, field - EventIndex.KEY_FIELDS, pattern) ? 1 : 0;
          }
        }
      }
      return count;
    }

    private static boolean isIn(Text row, int column, byte[] pattern) {
      byte[] bytes = row.getBytes();
      int start = 0;
      for (int c = 0; c < column; c++) {
        start = end(bytes, start) + 1;
      }
      return Substring.isIn(bytes, start, end(bytes, start) - start, pattern);
    }

    /** Returns the position of the next tab, which ends each column. */
    private static int end(byte[] bytes, int from) {
      int end = from;
      while (bytes[end] != '\t') {
        end++;
      }
      return end;
    }

    @Override
    public void close() throws IOException {
      for (MapFile.Reader reader : open.all()) {
        reader.close();
      }
    }
  }
}
