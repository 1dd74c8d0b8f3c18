package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.hive.CifInputFormat;
import dev.cif.hive.serde.CifSerDe;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.GetTableRequest;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.junit.jupiter.api.Test;

/** Errors of Hive where a class of a table is missing. */
class MissingClassTest {
  /** Hive's own words, which docs/troubleshooting.md explains. */
  @Test
  void run_classOfATableMissing_isNamedByHive() throws Exception {
    EmbeddedHive hive = SharedTables.sharedHive();
    IMetaStoreClient metastore = Hive.get(new HiveConf()).getMSC();
    hive.run("CREATE TABLE gone STORED AS CIF AS SELECT 1 a");
    Table table = metastore.getTable(new GetTableRequest("default", "gone"));
    table.getSd().getSerdeInfo().setSerializationLib("dev.cif.hive.serde.NotThere");
    metastore.alter_table("default", "gone", table);
    for (String sql :
        List.of("SELECT * FROM gone", "DESCRIBE gone", "INSERT INTO gone SELECT 2 AS a")) {
      expect(
          hive,
          sql,
          "java.lang.ClassNotFoundException Class dev.cif.hive.serde.NotThere not found");
    }
    table.getSd().getSerdeInfo().setSerializationLib(CifSerDe.class.getName());
    table.getSd().setInputFormat("dev.cif.hive.NotThere");
    metastore.alter_table("default", "gone", table);
    expect(hive, "SELECT * FROM gone", "java.lang.ClassNotFoundException: dev.cif.hive.NotThere");
    table.getSd().setInputFormat(CifInputFormat.class.getName());
    metastore.alter_table("default", "gone", table);
    assertEquals(List.of("1"), hive.run("SELECT * FROM gone").lines());
    hive.run("DROP TABLE gone");
  }

  private static void expect(EmbeddedHive hive, String sql, String message) {
    HiveStatementException e = assertThrows(HiveStatementException.class, () -> hive.run(sql));
    assertTrue(e.getMessage().contains(message), sql + ": " + e.getMessage());
  }
}
