package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Predicates at random filter rows as SQL says, worked out from the values that records have: those
 * of wider types than the stored ones, and defaults where split-directories lack a column.
 */
class RandomPredicatesTest {
  private static final Schema STORED =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "R", "fields": [
                {"name": "id", "type": "int"},
                {"name": "n", "type": ["null", "int"]},
                {"name": "f", "type": ["null", "float"]},
                {"name": "s", "type": ["null", "string"]}]}
              """);
  private static final Schema WITH_X =
      new Schema.Parser()
          .parse(STORED.toString().replace("]}]}", "]}, {\"name\": \"x\", \"type\": \"int\"}]}"));
  private static final Schema READ =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "R", "fields": [
                {"name": "id", "type": "int"},
                {"name": "n", "type": ["null", "long"]},
                {"name": "f", "type": ["null", "double"]},
                {"name": "s", "type": ["null", "string"]},
                {"name": "x", "type": "int", "default": 5}]}
              """);

  @TempDir File folder;

  private record Row(Long n, Double f, String s, long x) {}

  private final List<Row> rows = new ArrayList<>();

  /** A predicate, and what it is for a row; null for NULL. */
  private record Check(Predicate predicate, Function<Row, Boolean> truth) {}

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void randomPredicates_giveTheRowsOfSql(String kind) throws IOException {
    Random dice = new Random(41);
    Path input = new Path(new File(folder, "in").toURI());
    for (int split = 0; split < 4; split++) {
      write(new Path(input, "split-" + split), split % 2 == 0 ? STORED : WITH_X, dice);
    }
    long matched = 0;
    for (int round = 0; round < 150; round++) {
      Check check = check(dice, 3);
      Configuration job = new Configuration();
      job.set(ScanOptions.RECORD, kind);
      job.set(ScanOptions.COLUMNS, "id,n,f,s,x");
      ScanOptions.setReadSchema(job, READ);
      ScanOptions.setPredicate(job, check.predicate, true);
      List<Integer> expected = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (Boolean.TRUE.equals(check.truth.apply(rows.get(i)))) {
          expected.add(i);
        }
      }
      List<Integer> found = new ArrayList<>();
      for (IndexedRecord record : Scans.read(job, input)) {
        found.add((Integer) record.get(0));
      }
      assertEquals(expected, found, check.predicate::toString);
      matched += expected.size();
    }
    assertTrue(matched > 5_000, "predicates that select nothing prove nothing: " + matched);
  }

  private void write(Path place, Schema schema, Random dice) throws IOException {
    List<GenericRecord> records = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      GenericRecord record = new GenericData.Record(schema);
      int n = rows.size() / 3;
      boolean isNull = dice.nextInt(8) == 0;
      float[] reals = {-1.5f, -0.0f, 0.0f, 0.1f, 7, Float.NaN};
      float f = reals[dice.nextInt(reals.length)];
      boolean noReal = dice.nextInt(6) == 0;
      String s = dice.nextInt(6) == 0 ? null : "s" + dice.nextInt(12);
      int x = dice.nextInt(9);
      record.put("id", rows.size());
      record.put("n", isNull ? null : n);
      record.put("f", noReal ? null : f);
      record.put("s", s);
      boolean hasX = schema.getField("x") != null;
      if (hasX) {
        record.put("x", x);
      }
      records.add(record);
      rows.add(new Row(isNull ? null : (long) n, noReal ? null : (double) f, s, hasX ? x : 5));
    }
    Scans.write(place, schema, records);
  }

  private static Check check(Random dice, int depth) {
    Op op = Op.values()[dice.nextInt(Op.values().length)];
    switch (dice.nextInt(depth == 0 ? 5 : 8)) {
      case 0:
        long n = dice.nextInt(400);
        return new Check(
            Predicate.compare("n", op, n), r -> compare(r.n == null ? null : r.n.compareTo(n), op));
      case 1:
        double f = List.of(0.0, -0.0, (double) 0.1f, 0.1, 5.0).get(dice.nextInt(5));
        return new Check(
            Predicate.compare("f", op, f),
            r -> compare(r.f == null ? null : Double.compare(r.f + 0.0, f + 0.0), op));
      case 2:
        String s = "s" + dice.nextInt(14);
        return new Check(
            Predicate.compare("s", op, s), r -> compare(r.s == null ? null : r.s.compareTo(s), op));
      case 3:
        long x = dice.nextInt(10);
        return new Check(Predicate.compare("X", op, x), r -> compare(Long.compare(r.x, x), op));
      case 4:
        return new Check(Predicate.isNull("n"), r -> r.n == null);
      case 5:
        Check inner = check(dice, depth - 1);
        return new Check(
            Predicate.not(inner.predicate),
            r -> inner.truth.apply(r) == null ? null : !inner.truth.apply(r));
      default:
        Check a = check(dice, depth - 1);
        Check b = check(dice, depth - 1);
        boolean and = dice.nextBoolean();
        List<Predicate> both = List.of(a.predicate, b.predicate);
        return new Check(
            and ? Predicate.and(both) : Predicate.or(both),
            r -> combined(a.truth.apply(r), b.truth.apply(r), and));
    }
  }

  private static Boolean compare(Integer order, Op op) {
    if (order == null) {
      return op == Op.EQ_NULLSAFE ? false : null;
    }
    return switch (op) {
      case EQ, EQ_NULLSAFE -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static Boolean combined(Boolean a, Boolean b, boolean and) {
    Boolean decisive = !and;
    if (decisive.equals(a) || decisive.equals(b)) {
      return decisive;
    }
    return (a == null || b == null) ? null : (Boolean) and;
  }
}
