package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Tables with partitions of several formats, of which older ones have a column of another type,
 * answer as one of ORC alone.
 */
class PartitionFormatsTest {
  private static final String QUERY =
      "SELECT *, k + 1, m['x'], size(m), a[1], st.y, st.z[0] FROM %s WHERE k <> 2";

  private static final List<String> FORMATS = List.of("ORC", "CIF", "TEXTFILE");

  /** The formats of a table's partitions; the last is the table's. */
  private static final Map<String, List<String>> MIXED = new LinkedHashMap<>();

  static {
    MIXED.put("cif_alone", List.of("CIF", "CIF", "CIF"));
    MIXED.put("text_in_cif", List.of("TEXTFILE", "CIF", "CIF"));
    MIXED.put("orc_in_cif", List.of("ORC", "CIF", "CIF"));
    MIXED.put("orc_and_text_in_cif", List.of("ORC", "TEXTFILE", "CIF"));
    MIXED.put("cif_in_orc", List.of("CIF", "ORC", "ORC"));
    MIXED.put("cif_in_text", List.of("CIF", "CIF", "TEXTFILE"));
  }

  @RegisterExtension static final SharedTables tables = SharedTables.shared();

  @BeforeAll
  static void load() throws Exception {
    tables.run("CREATE TABLE two (n int) STORED AS TEXTFILE");
    tables.run("INSERT INTO two VALUES (1), (2)");
    for (String format : FORMATS) {
      create("all_" + format, format);
    }
    for (String table : MIXED.keySet()) {
      create(table, "CIF");
    }
    for (int p = 0; p < 3; p++) {
      if (p == 2) {
        widen();
      }
      insert(p);
      for (Map.Entry<String, List<String>> table : MIXED.entrySet()) {
        addPartition(table.getKey(), p, table.getValue().get(p));
      }
    }
    // At the end: Hive does not change the format of what is ORC.
    for (Map.Entry<String, List<String>> table : MIXED.entrySet()) {
      tables.run("ALTER TABLE " + table.getKey() + " SET FILEFORMAT " + table.getValue().get(2));
    }
  }

  private static void create(String table, String format) throws Exception {
    tables.run(
        "CREATE EXTERNAL TABLE "
            + table
            + " (k int, s string, m map<string,int>, a array<int>,"
            + " st struct<y:string,z:array<date>>) PARTITIONED BY (p int) STORED AS "
            + format);
  }

  /** Partitions that are there keep the old type. */
  private static void widen() throws Exception {
    for (String format : FORMATS) {
      tables.run("ALTER TABLE all_" + format + " CHANGE k k bigint");
    }
    for (String table : MIXED.keySet()) {
      tables.run("ALTER TABLE " + table + " CHANGE k k bigint");
    }
  }

  private static void insert(int p) throws Exception {
    StringBuilder insert = new StringBuilder("FROM two");
    for (String format : FORMATS) {
      insert
          .append(" INSERT INTO all_" + format + " PARTITION (p=" + p + ")")
          .append(" SELECT n + " + p + ", if(n = 2, NULL, 'a'), map('x', n, 'y', 7),")
          .append(" array(n, " + p + ", NULL),")
          .append(" named_struct('y', 'b', 'z', array(date '2026-11-24'))");
    }
    tables.run(insert.toString());
  }

  /** A partition over the files of the table that is of one format. */
  private static void addPartition(String table, int p, String format) throws Exception {
    String partition = "PARTITION (p=" + p + ")";
    String folder = tables.folder("all_" + format).toUri() + "/p=" + p;
    tables.run("ALTER TABLE " + table + " ADD " + partition + " LOCATION '" + folder + "'");
    tables.run("ALTER TABLE " + table + " " + partition + " SET FILEFORMAT " + format);
  }

  private static List<String> answer(String table) throws Exception {
    return tables.run(QUERY.formatted(table)).stream().sorted().toList();
  }

  private static void assertAllAnswerAsOrc(String how) throws Exception {
    List<String> expected = answer("all_ORC");
    assertEquals(4, expected.size());
    for (String table : MIXED.keySet()) {
      assertEquals(expected, answer(table), how + ", " + table);
    }
  }

  @ParameterizedTest
  @EngineSource
  void partitionsOfSeveralFormats_inJobs(Engine engine, boolean inBatches) throws Exception {
    tables.engine(engine);
    tables.vectorised(inBatches);
    assertAllAnswerAsOrc(engine + (inBatches ? ", in batches" : ", row by row"));
  }

  @Test
  void partitionsOfSeveralFormats_withoutAJob() throws Exception {
    tables.run("SET hive.fetch.task.conversion=more");
    assertAllAnswerAsOrc("without a job");
  }
}
