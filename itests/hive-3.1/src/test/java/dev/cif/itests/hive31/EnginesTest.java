package dev.cif.itests.hive31;

import dev.cif.format.engines.EnginesContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Hive 3.1 answers as all engines do. */
class EnginesTest extends EnginesContract {
  /** INSERT of computed columns, NULL of complex types, and ORC's maps where a column is added. */
  private static final Pattern WRONG = Pattern.compile("^INSERT|count\\(a\\)|r IS NULL|peer_grown");

  @TempDir static Path home;
  private static Hive31 hive;

  @BeforeAll
  static void start() throws IOException {
    hive = new Hive31(home);
    hive.run("SET hive.execution.engine=mr");
    // By day, queries that compute little run without a job.
    String conversion = Boolean.getBoolean("cif.nightly") ? "none" : "more";
    hive.run("SET hive.fetch.task.conversion=" + conversion);
    hive.run("SET hive.stats.autogather=false");
    hive.run("SET hive.merge.mapfiles=false");
    hive.run("DROP TABLE IF EXISTS numbers");
    hive.run("CREATE TABLE numbers (n INT) STORED AS TEXTFILE");
    Path numbers = home.resolve("numbers.txt");
    Files.writeString(
        numbers, IntStream.range(0, 200).mapToObj(n -> n + "\n").collect(Collectors.joining()));
    hive.run("LOAD DATA LOCAL INPATH '" + numbers + "' INTO TABLE numbers");
  }

  @Override
  protected Map<String, String> cif() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", "STORED AS CIF");
  }

  @Override
  protected Map<String, String> peer() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", "STORED AS ORC");
  }

  /** Runs a statement, without what gives wrong answers in Hive 3.1, over ORC as well. */
  @Override
  protected List<String> run(String sql) {
    boolean isWrong = WRONG.matcher(sql).find();
    hive.run("SET hive.vectorized.execution.enabled=" + !isWrong);
    hive.run("SET hive.cbo.enable=" + !isWrong);
    return hive.run(sql);
  }
}
