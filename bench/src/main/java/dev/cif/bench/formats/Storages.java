package dev.cif.bench.formats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The formats that are compared, by the names that the paper's tables give them. */
public final class Storages {
  public static final Storage TXT = new TextStorage();
  public static final Storage SEQ = new SequenceStorage("SEQ", CompressionType.NONE, false);
  public static final Storage SEQ_RECORD =
      new SequenceStorage("SEQ-record", CompressionType.RECORD, false);
  public static final Storage SEQ_BLOCK =
      new SequenceStorage("SEQ-block", CompressionType.BLOCK, false);
  public static final Storage SEQ_CUSTOM =
      new SequenceStorage("SEQ-custom", CompressionType.NONE, true);
  public static final Storage RCFILE = new RcStorage("RCFile", false, RcStorage.DEFAULT_GROUP);
  public static final Storage RCFILE_COMP =
      new RcStorage("RCFile-comp", true, RcStorage.DEFAULT_GROUP);
  public static final Storage RCFILE_1M = new RcStorage("RCFile-1M", false, 1 << 20);
  public static final Storage RCFILE_16M = new RcStorage("RCFile-16M", false, 16 << 20);

  /** The paper's plain column files. */
  public static final Storage CIF = CifStorage.of("CIF", "plain");

  public static final Storage CIF_ZLIB = map("CIF-ZLIB", "metadata", "block", "zlib");
  public static final Storage CIF_LZO = map("CIF-LZO", "metadata", "block", "lzo");
  public static final Storage CIF_SL = map("CIF-SL", "metadata", "skiplist", null);
  public static final Storage CIF_DCSL = map("CIF-DCSL", "metadata", "dcsl", null);

  /** Skip lists for the synthetic data, whose map has another name. */
  public static final Storage CIF_SKIP = map("CIF-SL", "m", "skiplist", null);

  /** Records that are decoded whole, which figure 10 compares with lazy ones. */
  public static final Storage CIF_EAGER =
      new CifStorage("CIF-eager", Map.of("cif.layout", "plain"), false);

  /** This project's default. */
  public static final Storage CIF_AUTO = CifStorage.of("CIF-auto", "auto");

  /** This project's default, read without Java's strings. */
  public static final Storage CIF_UTF8 = new CifStorage("CIF-utf8", Map.of(), true, false);

  public static final Storage AVRO = new AvroStorage("Avro", "null");
  public static final Storage ORC = new OrcStorage("ORC", CompressionKind.ZSTD);
  public static final Storage ORC_NONE = new OrcStorage("ORC-none", CompressionKind.NONE);
  public static final Storage PARQUET = new ParquetStorage("Parquet", CompressionCodecName.ZSTD);
  public static final Storage PARQUET_NONE =
      new ParquetStorage("Parquet-none", CompressionCodecName.UNCOMPRESSED);

  private static final Map<String, Storage> ALL = new LinkedHashMap<>();

  static {
    for (Storage storage :
        List.of(
            TXT,
            SEQ,
            SEQ_RECORD,
            SEQ_BLOCK,
            SEQ_CUSTOM,
            RCFILE,
            RCFILE_COMP,
            RCFILE_1M,
            RCFILE_16M,
            CIF,
            CIF_ZLIB,
            CIF_LZO,
            CIF_SL,
            CIF_DCSL,
            CIF_EAGER,
            CIF_AUTO,
            CIF_UTF8,
            AVRO,
            ORC,
            ORC_NONE,
            PARQUET,
            PARQUET_NONE)) {
      ALL.put(storage.name(), storage);
    }
  }

  private Storages() {}

  /** Returns a storage with plain columns, except for that of maps (paper, section 6.3). */
  private static Storage map(String name, String column, String layout, String codec) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("cif.layout", "plain");
    options.put("cif.layout." + column, layout);
    if (codec != null) {
      options.put("cif.compression." + column, codec);
    }
    return new CifStorage(name, options, true);
  }

  /**
   * Returns the format of a name.
   *
   * @throws IllegalArgumentException if there is none, with the names that there are
   */
  public static Storage named(String name) {
    Storage storage = ALL.get(name);
    if (storage == null) {
      throw new IllegalArgumentException("no format '" + name + "'; there are " + ALL.keySet());
    }
    return storage;
  }

  /** Returns the formats that a list of names selects; all for an empty list. */
  public static List<Storage> choose(List<String> names, Storage... storages) {
    List<Storage> all = Arrays.asList(storages);
    if (names.isEmpty()) {
      return all;
    }
    List<Storage> kept = new ArrayList<>();
    for (String name : names) {
      Storage wanted = named(name);
      kept.add(all.stream().filter(s -> s.name().equals(wanted.name())).findFirst().orElse(wanted));
    }
    return kept;
  }
}
