package dev.cif.qtests.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.hive.Engine;
import dev.cif.hive.ScanStatistics.Counter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A query opens the files of the columns that it names, and decodes the parts that it names. */
abstract class ColumnsReadTest extends HiveFixture {
  private static final int ROWS = 4000;

  ColumnsReadTest(Engine engine) {
    super(engine);
  }

  /** On local MapReduce. */
  @Nested
  static class Placeholder {}

  @BeforeAll
  void load() throws Exception {
    run("CREATE TABLE digits (d int) STORED AS TEXTFILE");
    run("INSERT INTO digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)");
    run(
        "CREATE TABLE numbers STORED AS TEXTFILE AS SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d"
            + " AS n FROM digits a, digits b, digits c, digits e WHERE e.d < 4");
    run(
        "CREATE TABLE t (k int, v bigint, s string, m map<string,int>, l array<int>,"
            + " r struct<a:int,b:string,c:struct<x:int,y:int>>) STORED AS CIF"
            + " TBLPROPERTIES ('cif.layout.m'='dcsl', 'cif.layout.l'='skiplist',"
            + " 'cif.block.rows'='500')");
    String select =
        " SELECT n, n * 3, concat('text ', n), map('one', n, 'two', 2 * n, 'three', 3 * n),"
            + " array(n, n + 1, n + 2),"
            + " named_struct('a', n, 'b', 'x', 'c', named_struct('x', n, 'y', 1)) FROM numbers";
    run("INSERT INTO t" + select + " WHERE n < 2000 ORDER BY n");
    run("INSERT INTO t" + select + " WHERE n >= 2000 ORDER BY n");
    assertEquals(2, splits("t").size());
  }

  private void inBothModes(Check check) throws Exception {
    for (boolean vectorised : List.of(true, false)) {
      vectorised(vectorised);
      check.run(vectorised ? "vectorised" : "row by row");
    }
  }

  private interface Check {
    void run(String mode) throws Exception;
  }

  private static Set<String> names(String... names) {
    return new TreeSet<>(Arrays.asList(names));
  }

  @Test
  void query_opensTheFilesOfItsColumnsOnly() throws Exception {
    inBothModes(
        mode -> {
          assertEquals(List.of("11994000"), measure("SELECT sum(v) FROM t WHERE k < 4000 AND v >= 3000"
              + " OR k < 1000"), mode);
        });
  }

  @Test
  void count_opensNoColumnFile() throws Exception {
    inBothModes(
        mode -> {
          assertEquals(List.of("" + ROWS), measure("SELECT count(*) FROM t"), mode);
          assertEquals(names(), columnFilesOpened("t"), mode);
          assertEquals(2, reads("t").filesOpened(), mode);
          assertEquals(0, count(Counter.FILES_OPENED), mode);
        });
  }
}
