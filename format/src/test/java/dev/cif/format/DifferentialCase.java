package dev.cif.format;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import dev.cif.format.schema.Layout;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A split at random and what any reader must find in it, all from one seed.
 *
 * <p>On disk: the split-directory {@code case-SEED}, and beside it {@code case-SEED.expected}: a
 * line of JSON that lists projections and scans, then for each projection a line of {@link
 * ExactText} a row.
 */
record DifferentialCase(
    long seed, CifSchema schema, WriteOptions options, int rows, List<List<Object>> columns) {
  private static final int DEPTH = 4;

  private static final String[] WORDS =
      "quick final regular account deposit request pending sleep across the about above carefully"
          .split(" ");

  /** Every so many cases one is made of what seldom occurs: see {@link #rare}. */
  private static final int RARE = 100;

  /** One case in so many has maps that draw their keys from a few. */
  private static final int KEYED = 8;

  static DifferentialCase of(long seed) {
    DifferentialCase made = seed % RARE == 0 ? rare(seed) : usual(seed);
    return seed % 3 == 0 ? made.grouped() : made;
  }

  /**
   * Returns a case of these rows, with columns at random in two groups or in files of their own.
   */
  private DifferentialCase grouped() {
    // Mixed: seeds that follow each other begin with numbers that are alike.
    Random random = new Random(~seed * 0x9E3779B97F4A7C15L);
    ColumnGroups groups = ColumnGroups.OFF.withSize(1 + random.nextInt(4));
    for (Column column : schema.columns()) {
      int group = random.nextInt(5);
      if (group > 0) {
        groups = groups.with(column.name(), group < 4 ? "a" : "b");
      }
    }
    return new DifferentialCase(seed, schema, options.withColumnGroups(groups), rows, columns);
  }

  /**
   * Values that compress too well for layout block to do it, maps of so many keys that they have a
   * key filter, integers that only a codec makes smaller, maps whose keys have columns, texts of
   * few words, for which there are symbols, and decimals among which are others.
   */
  private static DifferentialCase rare(long seed) {
    Random random = new Random(seed);
    int rows = 10_000;
    Object same = Model.text("a".repeat(120 + random.nextInt(60)));
    byte[] words = new byte[300];
    random.nextBytes(words);
    CifType headers = CifType.parse("map<string,struct<a:string,b:array<int>>>");
    Supplier<Object> maps = new RandomValues(random).frequentKeys(headers, 2 + random.nextInt(30));
    List<List<Object>> columns =
        List.of(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    for (int row = 0; row < rows; row++) {
      columns.get(0).add(same);
      columns.get(1).add(List.of(Model.entry((long) random.nextInt(4000), (long) row)));
      columns.get(2).add((long) words[row % words.length] * (1L << (row % 7)));
      columns.get(3).add(maps.get());
      columns.get(4).add(Model.text(sentence(random)));
      columns
          .get(5)
          .add(random.nextInt(90) == 0 ? random.nextGaussian() : random.nextInt(9999) / 1e3);
    }
    List<CifType> types =
        List.of(
            CifType.STRING,
            CifType.map(CifType.INT, CifType.BIGINT),
            CifType.BIGINT,
            headers,
            CifType.STRING,
            CifType.DOUBLE);
    ColumnOptions base = ColumnOptions.DEFAULT.withBlockBytes(ColumnOptions.MAX_BLOCK_BYTES);
    WriteOptions options =
        WriteOptions.of(base)
            .with("a", base.withLayout(Layout.BLOCK))
            .with("b", base.withLayout(Layout.DCSL));
    CifSchema schema = CifSchema.of(List.of("a", "b", "c", "d", "e", "f"), types);
    return new DifferentialCase(seed, schema, options, rows, columns);
  }

  private static String sentence(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(9) == 0 ? "s " : " ");
    }
    return text.toString();
  }

  private static DifferentialCase usual(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    RandomPlans plans = new RandomPlans(random);
    List<String> names = new ArrayList<>();
    List<CifType> types = new ArrayList<>();
    WriteOptions options = WriteOptions.DEFAULT;
    int depth = 1;
    for (int c = random.nextInt(4); c >= 0; c--) {
      CifType type = plans.type(1 + random.nextInt(DEPTH));
      names.add("Column." + c);
      types.add(type);
      depth = Math.max(depth, type.depth());
      options = options.with(names.get(names.size() - 1), plans.options(type));
    }
    int rows = plans.rows(depth > 2);
    List<Supplier<Object>> suppliers = new ArrayList<>();
    for (CifType type : types) {
      suppliers.add(new RandomValues(random).nullable(type));
    }
    if (seed % KEYED == 0) {
      // Keys get columns in blocks of many maps.
      CifType key = random.nextBoolean() ? CifType.STRING : CifType.INT;
      CifType maps = CifType.map(key, plans.type(1 + random.nextInt(2)));
      names.add("keyed");
      types.add(maps);
      suppliers.add(new RandomValues(random).frequentKeys(maps, 1 + random.nextInt(12)));
      options =
          options.with("keyed", ColumnOptions.DEFAULT.withBlockRows(100 + random.nextInt(500)));
      rows += 200;
    }
    List<List<Object>> columns = new ArrayList<>();
    for (Supplier<Object> values : suppliers) {
      List<Object> column = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        column.add(values.get());
      }
      columns.add(column);
    }
    return new DifferentialCase(seed, CifSchema.of(names, types), options, rows, columns);
  }

  Path split(Path folder) {
    return folder.resolve("case-" + seed);
  }

  void write(Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(split(folder).toString());
    try (SplitWriter writer = SplitWriter.create(LocalFiles.fs(), path, schema, options)) {
      for (int row = 0; row < rows; row++) {
        for (int c = 0; c < columns.size(); c++) {
          Model.append(columns.get(c).get(row), writer.column(c));
        }
        writer.endRow();
      }
    }
    try (Writer out = Files.newBufferedWriter(folder.resolve("case-" + seed + ".expected"))) {
      writeExpected(out);
    }
  }

  private void writeExpected(Writer out) throws IOException {
    RandomQueries queries = new RandomQueries(new Random(seed));
    List<RandomQueries.Projection> projections = new ArrayList<>();
    for (int c = 0; c < schema.size(); c++) {
      projections.add(RandomQueries.whole(schema.column(c), columns.get(c)));
    }
    for (int i = 0; i < projections.size() && projections.size() < schema.size() + 6; i++) {
      for (int k = 0; k < 2; k++) {
        RandomQueries.Projection part = queries.part(projections.get(i));
        if (part != null) {
          projections.add(part);
        }
      }
    }
    ObjectNode head = JsonNodeFactory.instance.objectNode();
    head.put("seed", seed).put("rows", rows);
    ArrayNode list = head.putArray("projections");
    for (RandomQueries.Projection projection : projections) {
      list.add(projection.json().put("type", projection.type().toString()));
    }
    ArrayNode scans = head.putArray("scans");
    for (int k = 0; k < 5; k++) {
      scans.add(queries.scan(projections, rows));
    }
    out.append(head.toString()).append('\n');
    for (RandomQueries.Projection projection : projections) {
      for (Object value : projection.values()) {
        out.append(ExactText.of(value)).append('\n');
      }
    }
  }
}
