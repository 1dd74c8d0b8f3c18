package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.CifFormat;
import dev.cif.bench.formats.RecordSink;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Scan;
import dev.cif.format.scan.Table;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.fs.FileSystem;

/**
 * Store of split-directories, one a partition, in the order of arrival. Look-ups are {@link
 * Table}'s.
 */
final class CifStore extends FileStore {
  private static final int WINDOW = 1 << 16;

  private final Map<String, String> properties;

  /**
   * Creates a store with settings.
   *
   * @param properties properties of docs/CONFIGURATION.md
   */
  CifStore(Schema index, Path folder, Map<String, String> properties) {
    super(index, folder);
    this.properties = properties;
  }

  @Override
  public String description() {
    return "CIF, " + (properties.isEmpty() ? "at its defaults" : properties) + "; Table.lookup";
  }

  @Override
  public boolean wantsKeyOrder() {
    return false;
  }

  private FileSystem fs() throws IOException {
    return FileSystem.getLocal(conf);
  }

  @Override
  RecordSink create(org.apache.hadoop.fs.Path file) throws IOException {
    return new CifFormat("cif", "auto", properties).create(conf, file, schema);
  }

  @Override
  public Client open() throws IOException {
    Table table =
        Table.open(fs(), new org.apache.hadoop.fs.Path(folder.toString()), ReadOptions.DEFAULT);
    return new Client() {
      @Override
      public Object[] lookup(EventKey key, int[] fields) throws IOException {
        return find(table, key, fields);
      }

      @Override
      public long count(int field, String part, List<EventKey> partitions) throws IOException {
        String column = index.getFields().get(field).name();
        long count = 0;
        for (EventKey key : partitions) {
          count += CifStore.this.count(part(key), column, part);
        }
        return count;
      }

      @Override
      public void close() {
        table.close();
      }
    };
  }

  private Object[] find(Table table, EventKey key, int[] fields) throws IOException {
    Map<String, Object> wanted = new HashMap<>();
    for (int field = 0; field < EventIndex.KEY_FIELDS; field++) {
      wanted.put(index.getFields().get(field).name(), key.value(field));
    }
    List<ColumnPath> paths =
        Arrays.stream(fields)
            .mapToObj(field -> ColumnPath.of(index.getFields().get(field).name()))
            .toList();
    List<Object[]> found = new ArrayList<>();
    table.lookup(
        List.of(wanted),
        paths,
        row -> {
          found.add(Arrays.stream(row).map(CifStore::object).toArray());
          return false;
        });
    return found.isEmpty() ? null : found.get(0);
  }

  private static Object object(Value value) {
    return value.type().equals(CifType.STRING) ? new Utf8(value.asBytes()) : value.asLong();
  }

  private long count(org.apache.hadoop.fs.Path split, String column, String part)
      throws IOException {
    ColumnPath path = ColumnPath.of(column);
    TableColumns only = TableColumns.STORED.only(List.of(column));
    // An underscore matches any character unless it is escaped.
    String pattern = "%" + part.replace("_", "\\_") + "%";
    long count = 0;
    try (SplitReader reader =
        SplitReader.open(fs(), split, ReadOptions.DEFAULT, Snapshot.LATEST, only)) {
      Scan scan = Scan.of(reader).filter(new Predicate.Like(path, pattern)).open();
      while (scan.next(WINDOW)) {
        count += scan.count();
      }
    }
    return count;
  }
}
