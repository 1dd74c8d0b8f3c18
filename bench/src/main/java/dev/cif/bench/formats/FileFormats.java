package dev.cif.bench.formats;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The formats that are compared, by their names: those of the paper's tables in capitals, and those
 * of {@code bench/run} in small letters.
 */
public final class FileFormats {
  public static final FileFormat TXT = new TextFormat();
  public static final FileFormat SEQ = new SequenceFormat("SEQ", CompressionType.NONE, false);

  /** This project's default. */
  public static final FileFormat CIF_AUTO = cif("CIF-auto", "auto");

  /** This project's default, read without Java's strings. */
  public static final FileFormat CIF_UTF8 =
      new CifFormat("CIF-utf8", "auto", Map.of(), true, false);

  private static final List<FileFormat> OF_THE_PAPER =
      List.of(
          TXT,
          SEQ,
          new SequenceFormat("SEQ-record", CompressionType.RECORD, false),
          new SequenceFormat("SEQ-block", CompressionType.BLOCK, false),
          new SequenceFormat("SEQ-custom", CompressionType.NONE, true),
          new RcFormat("RCFile", false, RcFormat.DEFAULT_GROUP),
          new RcFormat("RCFile-comp", true, RcFormat.DEFAULT_GROUP),
          new RcFormat("RCFile-1M", false, 1 << 20),
          new RcFormat("RCFile-16M", false, 16 << 20),
          cif("CIF", "plain"),
          map("CIF-ZLIB", "block", "zlib"),
          map("CIF-LZO", "block", "lzo"),
          map("CIF-SL", "skiplist", null),
          map("CIF-DCSL", "dcsl", null),
          // Records that are decoded whole, which figure 10 compares with lazy ones.
          new CifFormat("CIF-eager", "plain", Map.of("cif.layout", "plain"), false, true),
          CIF_AUTO,
          CIF_UTF8,
          new AvroFormat("Avro", "null"),
          new OrcFormat("ORC", CompressionKind.ZSTD),
          new OrcFormat("ORC-none", CompressionKind.NONE),
          new ParquetFormat("Parquet", null, CompressionCodecName.ZSTD),
          new ParquetFormat("Parquet-none", null, CompressionCodecName.UNCOMPRESSED));

  private static final CompressionCodecName PARQUET_DEFAULT =
      ParquetWriter.DEFAULT_COMPRESSION_CODEC_NAME;

  /** Formats of {@code bench/run}, in the order of its report. */
  private static final List<FileFormat> SCANNED =
      List.of(
          new SequenceFormat("seq", CompressionType.NONE, false),
          new FlatSequenceFormat("seq-flat"),
          new OrcFormat("orc", OrcFormat.DEFAULT),
          new OrcFormat("orc-zlib", CompressionKind.ZLIB),
          new OrcFormat("orc-none", CompressionKind.NONE),
          new ParquetFormat("parquet", null, PARQUET_DEFAULT),
          new ParquetFormat("parquet-group", new ParquetGroups(), PARQUET_DEFAULT),
          new ParquetFormat("parquet-direct", new ParquetDirect(), PARQUET_DEFAULT),
          new ParquetFormat("parquet-zstd", null, CompressionCodecName.ZSTD),
          new ParquetFormat("parquet-direct-zstd", new ParquetDirect(), CompressionCodecName.ZSTD),
          new CifFormat("cif", "auto at its defaults", Map.of()),
          new CifFormat("cif-none", "auto without codec", Map.of("cif.compression", "none")),
          cif("cif-plain", "plain"),
          cif("cif-skiplist", "skiplist"),
          block("cif-block-zstd", "zstd"),
          block("cif-block-lzo", "lzo"),
          new CifFormat(
              "cif-dcsl", "dcsl for the map, auto for the others", Map.of("cif.layout.m", "dcsl")));

  private static final Map<String, FileFormat> ALL = new LinkedHashMap<>();

  static {
    OF_THE_PAPER.forEach(format -> ALL.put(format.name(), format));
    SCANNED.forEach(format -> ALL.put(format.name(), format));
  }

  private FileFormats() {}

  /** Returns a format with all columns in one layout. */
  private static FileFormat cif(String name, String layout) {
    return new CifFormat(name, layout, Map.of("cif.layout", layout));
  }

  private static FileFormat block(String name, String codec) {
    return new CifFormat(
        name, "block, " + codec, Map.of("cif.layout", "block", "cif.compression", codec));
  }

  /**
   * Returns a format with plain columns, except for the maps of the crawl (paper, section 6.3) and
   * of the synthetic data.
   */
  private static FileFormat map(String name, String layout, String codec) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("cif.layout", "plain");
    for (String column : List.of("metadata", "m")) {
      options.put("cif.layout." + column, layout);
      if (codec != null) {
        options.put("cif.compression." + column, codec);
      }
    }
    return new CifFormat(name, layout + " for the map, plain for the others", options);
  }

  /** Returns the names of the formats of {@code bench/run}. */
  public static List<String> scanned() {
    return SCANNED.stream().map(FileFormat::name).toList();
  }

  /**
   * Returns the format of a name.
   *
   * @throws IllegalArgumentException if there is none, with the names that there are
   */
  public static FileFormat named(String name) {
    FileFormat format = ALL.get(name);
    if (format == null) {
      throw new IllegalArgumentException("no format '" + name + "'; there are " + ALL.keySet());
    }
    return format;
  }

  /** Returns the formats of some names; of the usual ones for none. */
  public static List<FileFormat> choose(List<String> names, String... usual) {
    List<String> chosen = names.isEmpty() ? List.of(usual) : names;
    return chosen.stream().map(FileFormats::named).toList();
  }
}
