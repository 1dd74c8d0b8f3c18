package dev.cif.impala;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.apache.impala.extdatasource.thrift.TComparisonOp;
import org.junit.jupiter.api.Test;

/** The data source reads a table as its table file says, here that of the golden table. */
class TableFileTest {
  private static final Path TABLE =
      Path.of("../../testdata/tables/history").toAbsolutePath().normalize();

  private static ImpalaDriver driver() {
    return new ImpalaDriver(new TestTable(TABLE).init("\"columns\": {\"a\": \"s.a\"}"))
        .column("host", "STRING")
        .column("b", "INT")
        .column("note", "STRING")
        .column("k", "STRING")
        .column("id", "BIGINT")
        .column("a", "INT");
  }

  @Test
  void select_givesTheTablesColumns() throws Exception {
    assertEquals(
        "[[h0, 7, null, 1, 0, 0], [h1, 7, null, 1, 1, 1], [h2, 7, null, x, 2, 2],"
            + " [h3, 7, null, x, 3, 3], [h4, 104, new 4, 2, 4, 4], [h5, 105, new 5, 2, 5, 5]]",
        driver().select("host", "b", "note", "k", "id", "a").toString());
  }

  @Test
  void conditions_areOfTheTablesValues() throws Exception {
    assertEquals(4, count("b", TComparisonOp.EQ, 7));
    assertEquals(2, count("host", TComparisonOp.GE, "h4"));
    assertEquals(1, count("note", TComparisonOp.EQ, "new 5"));
    assertEquals(2, count("k", TComparisonOp.EQ, "2"));
  }

  private static long count(String column, TComparisonOp op, Object literal) throws Exception {
    return driver().count(List.of(List.of(new SqlComparison(column, op, literal))));
  }
}
