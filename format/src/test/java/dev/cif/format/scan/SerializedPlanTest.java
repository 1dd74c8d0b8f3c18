package dev.cif.format.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.schema.Snapshot;
import dev.cif.format.schema.TimestampValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Parts of a plan survive Java's serialization, by which Spark sends them to tasks. */
class SerializedPlanTest {
  private static Object sent(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void predicate_isTheSameInATask() throws Exception {
    ColumnPath path =
        new ColumnPath(
            "c.f['k'][0]",
            "c",
            List.of(
                new ColumnPath.Step.Field("f"),
                new ColumnPath.Step.Key("k"),
                new ColumnPath.Step.Index(0)));
    Predicate predicate =
        Predicate.or(
            List.of(
                Predicate.not(Predicate.in(path, List.of(1L, "x", new BigDecimal("1.50")))),
                Predicate.compare("t", Predicate.Op.LT, new TimestampValue(1, 2)),
                Predicate.and(List.of(Predicate.like(path, "a%"), Predicate.isNull("n"))),
                new Predicate.CompareColumns(path, Predicate.Op.EQ, ColumnPath.of("d")),
                Predicate.compare("x", Predicate.Op.EQ, null),
                Predicate.compare("s", Predicate.Op.EQ, "GERMANY".getBytes(UTF_8)),
                Predicate.in("s", List.of("a".getBytes(UTF_8), "b".getBytes(UTF_8))),
                new Predicate.Null(),
                Predicate.unknown()));
    assertEquals(predicate, sent(predicate));
    assertEquals(predicate.hashCode(), sent(predicate).hashCode());
  }

  @Test
  void plannedSplit_isTheSameInATask() throws Exception {
    for (Snapshot snapshot : List.of(Snapshot.NONE, Snapshot.of(List.of("a", "b")))) {
      PlannedSplit split =
          new PlannedSplit(
              new Path("hdfs://h/t/k=1/s"), snapshot, 1, 2, 3, 4, 5, 6, List.of("host"));
      assertEquals(split, sent(split));
    }
  }
}
