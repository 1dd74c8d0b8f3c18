package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import dev.cif.bench.formats.ParquetFormat;
import dev.cif.bench.formats.RecordSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * Store of Parquet files whose rows are in the order of the key, with a bloom filter of the event's
 * number. Footers are kept; a look-up reads the pages that column indexes leave.
 */
final class ParquetStore extends FileStore {
  /** Approximate number of events of a partition, for which the bloom filter is sized. */
  private static final long PARTITION_ROWS = 100_000;

  private final CompressionCodecName codec;
  private final int pageRows;

  /**
   * Creates a store with a codec.
   *
   * @param pageRows number of rows of a page, at most; Parquet's default is 20,000
   */
  ParquetStore(Schema index, Path folder, CompressionCodecName codec, int pageRows) {
    super(index, folder);
    this.codec = codec;
    this.pageRows = pageRows;
  }

  @Override
  public String description() {
    return String.format(
        "Parquet, codec %s, sorted by the key, bloom filter of eventnumber, pages of at most %,d"
            + " rows; footers are kept, column indexes used",
        codec.name().toLowerCase(Locale.ROOT), pageRows);
  }

  @Override
  public boolean wantsKeyOrder() {
    return true;
  }

  @Override
  RecordSink create(org.apache.hadoop.fs.Path file) throws IOException {
    ParquetWriter<GenericRecord> writer =
        ParquetFormat.writer(conf, file, schema, codec)
            .withPageRowCountLimit(pageRows)
            .withBloomFilterEnabled(column(EventIndex.EVENT), true)
            .withBloomFilterNDV(column(EventIndex.EVENT), PARTITION_ROWS)
            .build();
    return RecordSink.of(writer::write, writer);
  }

  private String column(int field) {
    return index.getFields().get(field).name();
  }

  @Override
  public Client open() {
    FileCache<ParquetMetadata> footers = new FileCache<>(file -> footer(input(file)));
    return new Client() {
      @Override
      public Object[] lookup(EventKey key, int[] fields) throws IOException {
        return find(input(part(key)), footers.of(part(key)), key, fields);
      }

      @Override
      public long count(int field, String part, List<EventKey> partitions) throws IOException {
        long count = 0;
        for (EventKey key : partitions) {
          count += ParquetStore.this.count(input(part(key)), field, part);
        }
        return count;
      }

      @Override
      public void close() {}
    };
  }

  private HadoopInputFile input(org.apache.hadoop.fs.Path file) throws IOException {
    return HadoopInputFile.fromPath(file, conf);
  }

  private static ParquetMetadata footer(HadoopInputFile file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(file)) {
      return reader.getFooter();
    }
  }

  private FilterPredicate isKey(EventKey key) {
    FilterPredicate isKey =
        FilterApi.eq(FilterApi.longColumn(column(EventIndex.EVENT)), key.event());
    for (int field = EventIndex.PARTITION_FIELDS; field < EventIndex.EVENT; field++) {
      Binary text = Binary.fromString(key.texts().get(field));
      isKey = FilterApi.and(isKey, FilterApi.eq(FilterApi.binaryColumn(column(field)), text));
    }
    return isKey;
  }

  private Object[] find(HadoopInputFile file, ParquetMetadata footer, EventKey key, int[] fields)
      throws IOException {
    FilterCompat.Filter filter = FilterCompat.get(isKey(key));
    // The filter needs its columns to be read.
    Set<Integer> read = new LinkedHashSet<>();
    for (int field = EventIndex.PARTITION_FIELDS; field < EventIndex.KEY_FIELDS; field++) {
      read.add(field);
    }
    Arrays.stream(fields).filter(f -> f >= EventIndex.PARTITION_FIELDS).forEach(read::add);
    MessageType stored = footer.getFileMetaData().getSchema();
    List<Integer> columns = List.copyOf(read);
    MessageType wanted =
        new MessageType(
            stored.getName(), columns.stream().map(f -> stored.getType(column(f))).toList());
    ParquetReadOptions options = HadoopReadOptions.builder(conf).withRecordFilter(filter).build();
    try (ParquetFileReader reader =
        new ParquetFileReader(file, footer, options, file.newStream())) {
      reader.setRequestedSchema(wanted);
      PageReadStore pages;
      while ((pages = reader.readNextFilteredRowGroup()) != null) {
        RecordReader<Group> rows =
            new ColumnIOFactory(footer.getFileMetaData().getCreatedBy())
                .getColumnIO(wanted, stored, true)
                .getRecordReader(pages, new GroupRecordConverter(wanted), filter);
        for (long i = 0; i < pages.getRowCount(); i++) {
          Group row = rows.read();
          if (row != null && !rows.shouldSkipCurrentRecord()) {
            Object[] answer = ofPartition(key, fields);
            for (int f = 0; f < fields.length; f++) {
              answer[f] = answer[f] == null ? value(row, columns.indexOf(fields[f])) : answer[f];
            }
            return answer;
          }
        }
      }
    }
    return null;
  }

  private static Object value(Group row, int field) {
    return switch (row.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> (Object) row.getInteger(field, 0);
      case INT64 -> (Object) row.getLong(field, 0);
      default -> new Utf8(row.getBinary(field, 0).getBytes());
    };
  }

  private long count(HadoopInputFile file, int field, String part) throws IOException {
    try (ParquetFileReader reader =
        new ParquetFileReader(file, HadoopReadOptions.builder(conf).build())) {
      MessageType stored = reader.getFileMetaData().getSchema();
      MessageType wanted = new MessageType(stored.getName(), stored.getType(column(field)));
      reader.setRequestedSchema(wanted);
      ParquetCounter counter = new ParquetCounter(part);
      PageReadStore pages;
      while ((pages = reader.readNextRowGroup()) != null) {
        RecordReader<Long> rows =
            new ColumnIOFactory(reader.getFileMetaData().getCreatedBy())
                .getColumnIO(wanted, stored, true)
                .getRecordReader(pages, counter);
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.read();
        }
      }
      return counter.getCurrentRecord();
    }
  }
}
