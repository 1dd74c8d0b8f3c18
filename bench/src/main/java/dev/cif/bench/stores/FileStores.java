package dev.cif.bench.stores;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.avro.Schema;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Stores that consist of files, by their names. */
final class FileStores {
  private static final Map<String, BiFunction<Schema, Path, EventStore>> ALL =
      new LinkedHashMap<>();

  /** Key in the form of {@code cif.sort.by}; the partition's columns are no part of it. */
  private static final String KEY = "prodstep,version,eventnumber";

  private static final int PARQUET_ROWS = 20_000;
  private static final int SMALL_ROWS = 1_000;

  static {
    ALL.put("mapfile", MapFileStore::new);
    avro("avro", "null");
    avro("avro-snappy", "snappy");
    avro("avro-deflate", "deflate");
    parquet("parquet", CompressionCodecName.UNCOMPRESSED, PARQUET_ROWS);
    parquet("parquet-snappy", CompressionCodecName.SNAPPY, PARQUET_ROWS);
    parquet("parquet-gzip", CompressionCodecName.GZIP, PARQUET_ROWS);
    parquet("parquet-zstd", CompressionCodecName.ZSTD, PARQUET_ROWS);
    parquet("parquet-zstd-1000", CompressionCodecName.ZSTD, SMALL_ROWS);
    ALL.put("orc", (schema, folder) -> new OrcStore(schema, folder, CompressionKind.ZSTD));
    cif("cif", Map.of());
    cif("cif-sorted", Map.of("cif.sort.by", KEY));
    cif("cif-filters", Map.of("cif.filters", KEY.replace(',', '+')));
    // Small blocks suit look-ups: a row takes one of each column.
    cif("cif-lookup", Map.of("cif.sort.by", KEY, "cif.block.rows", "2048"));
    // And of one file, if whole rows are wanted.
    cif(
        "cif-records",
        Map.of("cif.sort.by", KEY, "cif.block.rows", "512", "cif.column.group", "record"));
  }

  private FileStores() {}

  private static void avro(String name, String codec) {
    ALL.put(name, (schema, folder) -> new AvroStore(schema, folder, codec));
  }

  private static void parquet(String name, CompressionCodecName codec, int pageRows) {
    ALL.put(name, (schema, folder) -> new ParquetStore(schema, folder, codec, pageRows));
  }

  private static void cif(String name, Map<String, String> properties) {
    ALL.put(name, (schema, folder) -> new CifStore(schema, folder, properties));
  }

  static List<String> names() {
    return new ArrayList<>(ALL.keySet());
  }

  /** Opens the store of a name, in a folder. */
  static EventStore open(String name, Schema index, Path folder) {
    return ALL.get(name).apply(index, folder);
  }
}
