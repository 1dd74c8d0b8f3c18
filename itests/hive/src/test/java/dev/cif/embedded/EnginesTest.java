package dev.cif.embedded;

import dev.cif.format.engines.EnginesContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hive 4 answers as all engines do. */
class EnginesTest extends EnginesContract {
  @RegisterExtension static final SharedTables HIVE = SharedTables.shared();

  @BeforeEach
  void setUp() throws HiveStatementException {
    HIVE.run("SET hive.exec.dynamic.partition.mode=nonstrict");
    // By day, queries that compute little run without a job.
    String conversion = Boolean.getBoolean("cif.nightly") ? "none" : "more";
    HIVE.run("SET hive.fetch.task.conversion=" + conversion);
    HIVE.run("DROP TABLE IF EXISTS numbers");
    HIVE.run("CREATE TABLE numbers (n INT) STORED AS TEXTFILE");
    HIVE.run(
        "INSERT INTO numbers SELECT pos FROM (SELECT 1) one"
            + " LATERAL VIEW posexplode(split(space(199), ' ')) t AS pos, text");
  }

  @Override
  protected Map<String, String> cif() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", "STORED AS CIF");
  }

  @Override
  protected Map<String, String> peer() {
    return Map.of("create", "CREATE EXTERNAL TABLE", "using", "", "stored", "STORED AS ORC");
  }

  @Override
  protected List<String> run(String sql) throws HiveStatementException {
    return HIVE.run(sql);
  }
}
