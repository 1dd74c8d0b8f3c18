package dev.cif.itests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows that a query leaves out, as the counters of its tasks on YARN tell a client. */
@ExtendWith(OneCluster.class)
class PushdownIT {
  private static final int ROWS = 200_000;

  @Test
  void filterAndColumns_leaveOutBlocksRowsAndFiles(Cluster cluster) throws Exception {
    try (Session session = cluster.session()) {
      session.run(
          "CREATE DATABASE pushdown",
          "USE pushdown",
          // One task, so that ids are sorted; blocks have 65,536 rows at most.
          "CREATE TABLE events STORED AS CIF AS SELECT pos AS id, pos % 1000 AS kind,"
              + " concat('the text of event ', md5(cast(pos as string))) AS text"
              + " FROM (SELECT 1 AS one) s LATERAL VIEW posexplode(split(space("
              + (ROWS - 1)
              + "), ' ')) p AS pos, word");
      assertEquals(
          List.of(ROWS + "\t" + ROWS),
          session.rows("SELECT count(*), count(DISTINCT text) FROM events WHERE id >= 0"));
      long everything = session.counter("BYTES_READ");

      assertEquals(List.of("100"), session.rows("SELECT count(text) FROM events WHERE id < 100"));
      assertTrue(session.counter("ROWS_PRUNED") >= ROWS / 2, "rows of blocks without such an id");
      assertTrue(session.counter("BYTES_READ") < everything / 2);

      assertEquals(List.of("200"), session.rows("SELECT count(text) FROM events WHERE kind = 7"));
      assertEquals(ROWS - 200, session.counter("ROWS_FILTERED"));

      assertEquals(List.of("999"), session.rows("SELECT max(kind) FROM events WHERE kind > 1"));
      assertEquals(1, session.counter("FILES_OPENED"));
      assertTrue(session.counter("BYTES_READ") < everything / 4);
    }
  }
}
