package dev.cif.embedded;

import dev.cif.hive.scan.ScanStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An embedded Hive for tests of what statements on CIF tables do besides answering. A test class
 * registers it as an extension. Classes that want no settings of their own share one in a process,
 * as it takes seconds to start; each finds it empty. What a test sets by {@code SET} is set back
 * after it.
 */
final class SharedTables
    implements AutoCloseable,
        BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback {
  private static final Pattern SET = Pattern.compile("SET ([\\w.]+)=.*", Pattern.DOTALL);

  private static EmbeddedHive shared;

  /** Changes the options of a Hive of the class's own; null for the shared one. */
  private final UnaryOperator<EmbeddedHive.Options> own;

  private final Map<String, List<String>> answers = new HashMap<>();

  /** Statements that set back what the running test has set, by setting; null between tests. */
  private Map<String, String> settings;

  private EmbeddedHive hive;
  private Path home;
  private boolean inBatches;

  private SharedTables(UnaryOperator<EmbeddedHive.Options> own) {
    this.own = own;
  }

  /** Returns the Hive that is shared. */
  static SharedTables shared() {
    return new SharedTables(null);
  }

  /** Returns a Hive with a setting. */
  static SharedTables with(String key, String value) {
    return new SharedTables(options -> options.withConf(key, value));
  }

  /** Returns a Hive with transactions; rows are read without a job where nothing is computed. */
  static SharedTables withTransactions() {
    return new SharedTables(
        options -> options.withTransactions().withConf("hive.fetch.task.conversion", "more"));
  }

  /** Returns a Hive with transactions and settings. */
  static SharedTables withTransactions(Map<String, String> settings) {
    return new SharedTables(
        options -> {
          EmbeddedHive.Options all = options.withTransactions();
          for (Map.Entry<String, String> setting : settings.entrySet()) {
            all = all.withConf(setting.getKey(), setting.getValue());
          }
          return all;
        });
  }

  /** Opens a Hive with the files of external tables, which those of CIF are, in HDFS. */
  static SharedTables inHdfs(MiniDFSCluster hdfs) throws IOException {
    return with("hive.metastore.warehouse.external.dir", hdfs.getURI() + "/warehouse").opened();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    open();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    settings = new LinkedHashMap<>();
  }

  @Override
  public void afterEach(ExtensionContext context) throws HiveStatementException {
    Map<String, String> back = settings;
    settings = null;
    for (String statement : back.values()) {
      run(statement);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws HiveStatementException, IOException {
    close();
  }

  /** Opens the Hive of a class that does not register it, and closes it itself. */
  SharedTables opened() throws IOException {
    open();
    return this;
  }

  private void open() throws IOException {
    if (own == null) {
      hive = sharedHive();
    } else {
      closeShared();
      EmbeddedHive.Options options = own.apply(temporary());
      home = options.home();
      hive = open(options);
    }
  }

  /** Returns the Hive that is shared, opened for the first who asks. */
  static EmbeddedHive sharedHive() throws IOException {
    if (shared == null) {
      shared = open(temporary());
    }
    return shared;
  }

  private static EmbeddedHive.Options temporary() throws IOException {
    Path target = Files.createDirectories(Path.of("target"));
    return EmbeddedHive.Options.temporary(Files.createTempDirectory(target, "hive-"));
  }

  private static EmbeddedHive open(EmbeddedHive.Options options) throws IOException {
    // Tests before this one may have left another file system in Hadoop's cache.
    FileSystem.closeAll();
    return EmbeddedHive.open(withDefaults(options));
  }

  /** Makes room for a Hive of a test's own: there is one at a time. */
  static void closeShared() throws IOException {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }

  /** Adds the settings of all tests; those that are set already stay. */
  private static EmbeddedHive.Options withDefaults(EmbeddedHive.Options options) {
    EmbeddedHive.Options all = options;
    for (String[] setting :
        new String[][] {
          {"hive.compute.query.using.stats", "false"}, {"hive.fetch.task.conversion", "none"}
        }) {
      if (!options.conf().containsKey(setting[0])) {
        all = all.withConf(setting[0], setting[1]);
      }
    }
    return all;
  }

  /**
   * Makes a text table {@code numbers} with a column {@code n} of 0 to 999, and {@code digits} with
   * {@code d} of 0 to 9. Files are loaded: many classes make the tables, and an INSERT or a join
   * would be a job in each.
   */
  void makeNumbers() throws HiveStatementException, IOException {
    load("digits", "d", 10);
    load("numbers", "n", 1000);
  }

  private void load(String table, String column, int rows)
      throws HiveStatementException, IOException {
    Path file = Files.createTempFile(Files.createDirectories(Path.of("target")), table, ".txt");
    Files.write(file, IntStream.range(0, rows).mapToObj(Integer::toString).toList());
    run("CREATE TABLE " + table + " (" + column + " int) STORED AS TEXTFILE");
    run("LOAD DATA LOCAL INPATH '" + file.toUri() + "' INTO TABLE " + table);
    Files.delete(file);
  }

  /** Returns the folder of a Hive of the class's own. */
  Path home() {
    return home;
  }

  List<String> run(String sql) throws HiveStatementException {
    Matcher set = SET.matcher(sql);
    if (settings != null && set.matches() && !settings.containsKey(set.group(1))) {
      String key = set.group(1);
      String now = hive.run("SET " + key).lines().get(0);
      settings.put(key, now.startsWith(key + "=") ? "SET " + now : "RESET " + key);
    }
    return hive.run(sql).lines();
  }

  /** Returns whether rows are processed in batches: both ways in the nightly run, else by turns. */
  List<Boolean> modes() {
    if (Boolean.getBoolean("cif.nightly")) {
      return List.of(true, false);
    }
    inBatches = !inBatches;
    return List.of(inBatches);
  }

  /** The answer of a query on tables that don't change, which is asked once. */
  List<String> once(String sql) throws HiveStatementException {
    List<String> answer = answers.get(sql);
    if (answer == null) {
      answer = run(sql);
      answers.put(sql, answer);
    }
    return answer;
  }

  /** All rows of a table, in the order of their texts. */
  List<String> rows(String table) throws HiveStatementException {
    return run("SELECT * FROM " + table).stream().sorted().toList();
  }

  /** Runs a query after setting the counts of scans to 0. */
  List<String> measure(String sql) throws HiveStatementException {
    ScanStatistics.reset();
    return run(sql);
  }

  void vectorised(boolean on) throws HiveStatementException {
    run("SET hive.vectorized.execution.enabled=" + on);
  }

  void engine(Engine engine) throws HiveStatementException {
    run("SET hive.execution.engine=" + engine.hiveName());
  }

  /** A cell of DESCRIBE FORMATTED, which is in the first or the second column. */
  String described(String table, String name) throws HiveStatementException {
    for (String line : run("DESCRIBE FORMATTED " + table)) {
      List<String> cells = new ArrayList<>();
      for (String cell : line.split("\t", -1)) {
        cells.add(cell.strip());
      }
      int at = cells.indexOf(name);
      if (at >= 0 && at + 1 < cells.size()) {
        return cells.get(at + 1);
      }
    }
    throw new IllegalStateException("DESCRIBE FORMATTED " + table + " says nothing of " + name);
  }

  Path folder(String table) throws HiveStatementException {
    return Path.of(java.net.URI.create(described(table, "Location:")).getPath());
  }

  /** All files of a table but its table file, hidden ones as well, by path below its folder. */
  Set<String> files(String table) throws HiveStatementException, IOException {
    Path folder = folder(table);
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(file -> !file.endsWith(".crc") && !file.equals("_cif_table"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The files of a table that are not about the table as a whole, as its lock is. */
  Set<String> filesOfRows(String table) throws HiveStatementException, IOException {
    return files(table).stream()
        .filter(file -> !file.contains("_cif_"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The split-directories of a table, by path below its folder. */
  Set<String> splits(String table) throws HiveStatementException, IOException {
    return files(table).stream()
        .filter(file -> file.endsWith("schema.cif"))
        .map(file -> file.substring(0, file.length() - "schema.cif".length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Ends the Hive, or leaves the shared one as it was found. */
  @Override
  public void close() throws HiveStatementException, IOException {
    if (hive != shared) {
      hive.close();
      return;
    }
    run("RESET");
    for (String table : run("SHOW TABLES")) {
      run("DROP TABLE " + table);
    }
  }
}
