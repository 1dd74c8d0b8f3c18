package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.data.Substring;
import dev.cif.bench.formats.OrcFormat;
import dev.cif.bench.formats.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;

/**
 * Store of ORC files whose rows are in the order of the key, with row indexes, and bloom filters of
 * the key's columns. Footers are kept. The key's columns are read first, and other columns only in
 * the rows that remain.
 */
final class OrcStore extends FileStore {
  private final CompressionKind codec;

  OrcStore(Schema index, Path folder, CompressionKind codec) {
    super(index, folder);
    this.codec = codec;
  }

  @Override
  public String description() {
    return "ORC, codec "
        + codec.name().toLowerCase(Locale.ROOT)
        + ", sorted by the key, row indexes, bloom filters of "
        + String.join(", ", keyColumns())
        + "; footers are kept, the key's columns are read first";
  }

  private List<String> keyColumns() {
    List<String> columns = new ArrayList<>();
    for (int field = EventIndex.PARTITION_FIELDS; field < EventIndex.KEY_FIELDS; field++) {
      columns.add(index.getFields().get(field).name());
    }
    return columns;
  }

  @Override
  public boolean wantsKeyOrder() {
    return true;
  }

  @Override
  RecordSink create(org.apache.hadoop.fs.Path file) throws IOException {
    return OrcFormat.create(
        file,
        schema,
        OrcFile.writerOptions(conf)
            .compress(codec)
            .bloomFilterColumns(String.join(",", keyColumns())));
  }

  @Override
  public Client open() {
    FileCache<Reader> readers = new FileCache<>(this::read);
    return new Client() {
      @Override
      public Object[] lookup(EventKey key, int[] fields) throws IOException {
        return find(readers.of(part(key)), key, fields);
      }

      @Override
      public long count(int field, String part, List<EventKey> partitions) throws IOException {
        long count = 0;
        for (EventKey key : partitions) {
          try (Reader reader = read(part(key))) {
            count += OrcStore.count(reader, inFile(field), Substring.bytes(part));
          }
        }
        return count;
      }

      @Override
      public void close() throws IOException {
        for (Reader reader : readers.all()) {
          reader.close();
        }
      }
    };
  }

  private Reader read(org.apache.hadoop.fs.Path file) throws IOException {
    return OrcFile.createReader(file, OrcFile.readerOptions(conf));
  }

  private Object[] find(Reader reader, EventKey key, int[] fields) throws IOException {
    SearchArgument.Builder isKey = SearchArgumentFactory.newBuilder().startAnd();
    boolean[] include = new boolean[reader.getSchema().getMaximumId() + 1];
    include[0] = true;
    for (int field = EventIndex.PARTITION_FIELDS; field < EventIndex.KEY_FIELDS; field++) {
      isKey.equals(
          index.getFields().get(field).name(),
          field == EventIndex.EVENT ? PredicateLeaf.Type.LONG : PredicateLeaf.Type.STRING,
          key.value(field));
      include[inFile(field) + 1] = true;
    }
    for (int field : fields) {
      include[Math.max(0, inFile(field) + 1)] = true;
    }
    Reader.Options options =
        reader
            .options()
            .include(include)
            .searchArgument(isKey.end().build(), keyColumns().toArray(new String[0]))
            .allowSARGToFilter(true)
            .useSelected(true);
    try (RecordReader rows = rows(reader, options)) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (rows.nextBatch(batch)) {
        for (int i = 0; i < batch.size; i++) {
          int row = batch.selectedInUse ? batch.selected[i] : i;
          if (isOf(batch, row, key)) {
            Object[] values = ofPartition(key, fields);
            for (int f = 0; f < fields.length; f++) {
              values[f] = values[f] == null ? value(batch, inFile(fields[f]), row) : values[f];
            }
            return values;
          }
        }
      }
    }
    return null;
  }

  /** Opens the rows of a reader that all threads share, one thread at a time. */
  private static RecordReader rows(Reader reader, Reader.Options options) throws IOException {
    synchronized (reader) {
      return reader.rows(options);
    }
  }

  private static boolean isOf(VectorizedRowBatch batch, int row, EventKey key) {
    for (int field = EventIndex.KEY_FIELDS - 1; field >= EventIndex.PARTITION_FIELDS; field--) {
      if (!value(batch, inFile(field), row).toString().equals(key.value(field).toString())) {
        return false;
      }
    }
    return true;
  }

  private static Object value(VectorizedRowBatch batch, int column, int row) {
    ColumnVector vector = batch.cols[column];
    int at = vector.isRepeating ? 0 : row;
    if (vector instanceof BytesColumnVector texts) {
      int start = texts.start[at];
      return new Utf8(Arrays.copyOfRange(texts.vector[at], start, start + texts.length[at]));
    }
    return ((LongColumnVector) vector).vector[at];
  }

  private static long count(Reader reader, int column, byte[] part) throws IOException {
    long[] count = new long[1];
    OrcFormat.each(
        reader,
        batch -> {
          BytesColumnVector texts = (BytesColumnVector) batch.cols[column];
          for (int i = 0; i < batch.size; i++) {
            int at = texts.isRepeating ? 0 : i;
            boolean isIn =
                Substring.isIn(texts.vector[at], texts.start[at], texts.length[at], part);
            count[0] += isIn ? 1 : 0;
          }
        },
        column);
    return count[0];
  }
}
