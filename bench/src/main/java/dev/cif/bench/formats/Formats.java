package dev.cif.bench.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.orc.CompressionKind;

/** All formats of the benchmark, in the order of the report. */
public final class Formats {
  private Formats() {}

  public static List<FormatUnderTest> all() {
    List<FormatUnderTest> all = new ArrayList<>(peers());
    all.addAll(CifFormat.all());
    return all;
  }

  /** Returns the formats that CIF is compared with. */
  public static List<FormatUnderTest> peers() {
    return List.of(
        SequenceFormat.maps(),
        SequenceFormat.flat(),
        OrcFormat.defaults(),
        OrcFormat.with(CompressionKind.ZLIB),
        OrcFormat.with(CompressionKind.NONE),
        ParquetFormat.defaults(new ParquetAvro()),
        ParquetFormat.defaults(new ParquetGroups()),
        ParquetFormat.defaults(new ParquetDirect()),
        ParquetFormat.zstd(new ParquetAvro()),
        ParquetFormat.zstd(new ParquetDirect()));
  }

  public static List<FormatUnderTest> named(List<String> names) {
    List<FormatUnderTest> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(named(name));
    }
    return chosen;
  }

  public static FormatUnderTest named(String name) {
    for (FormatUnderTest format : all()) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "no format is called '"
            + name
            + "'; there are "
            + all().stream().map(FormatUnderTest::name).collect(Collectors.joining(", ")));
  }
}
