package dev.cif.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.CifType;
import dev.cif.format.TimestampValue;
import dev.cif.format.scan.Predicate;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.NoDynamicValuesException;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.ql.io.sarg.LiteralDelegate;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HivePredicatesTest {
  private static final Map<PredicateLeaf.Type, CifType> TYPES =
      Map.of(
          PredicateLeaf.Type.LONG, CifType.BIGINT,
          PredicateLeaf.Type.FLOAT, CifType.DOUBLE,
          PredicateLeaf.Type.STRING, CifType.STRING,
          PredicateLeaf.Type.DATE, CifType.DATE,
          PredicateLeaf.Type.DECIMAL, CifType.decimal(10, 2),
          PredicateLeaf.Type.TIMESTAMP, CifType.TIMESTAMP,
          PredicateLeaf.Type.BOOLEAN, CifType.BOOLEAN);

  /** A literal that another task computes: what {@code answers} gives, asked after asked. */
  private static final class Later implements LiteralDelegate {
    private final Deque<Object> answers;

    Later(Object... answers) {
      this.answers = new ArrayDeque<>(Arrays.asList(answers));
    }

    @Override
    public Object getLiteral() {
      Object answer = answers.size() > 1 ? answers.remove() : answers.element();
      if (answer instanceof NoDynamicValuesException e) {
        throw e;
      }
      return answer == NULL ? null : answer;
    }

    @Override
    public String getId() {
      return "later";
    }

    @Override
    public void setConf(Configuration conf) {}

    @Override
    public Configuration getConf() {
      return null;
    }
  }

  private static final Object NULL = new Object();
  private static final Object NOT_YET = new NoDynamicValuesException("not yet");

  private static Predicate between(PredicateLeaf.Type type, CifType column, Object a, Object b) {
    SearchArgument argument =
        SearchArgumentFactory.newBuilder().between("c", type, new Later(a), new Later(b)).build();
    return HivePredicates.of(argument, name -> column);
  }

  private static Predicate equal(PredicateLeaf.Type type, CifType column, Object literal) {
    SearchArgument argument = SearchArgumentFactory.newBuilder().equals("c", type, literal).build();
    return HivePredicates.of(argument, name -> column);
  }

  /** The bounds of a BETWEEN of two equal values of Hive's that another task computed. */
  private static void assertLiteral(Object expected, PredicateLeaf.Type type, Object ofHive) {
    assertEquals(
        Predicate.between("c", expected, expected),
        between(type, TYPES.get(type), ofHive, ofHive),
        ofHive.getClass().getName());
  }

  @Test
  void between_computedBoundsOfEachClassOfHives_areLiterals() {
    assertLiteral((byte) 7, PredicateLeaf.Type.LONG, (byte) 7);
    assertLiteral((short) 7, PredicateLeaf.Type.LONG, (short) 7);
    assertLiteral(7, PredicateLeaf.Type.LONG, 7);
    assertLiteral(7L, PredicateLeaf.Type.LONG, 7L);
    assertLiteral((double) 0.3f, PredicateLeaf.Type.FLOAT, 0.3f);
    assertLiteral(0.3, PredicateLeaf.Type.FLOAT, 0.3);
    assertLiteral(true, PredicateLeaf.Type.BOOLEAN, true);
    assertLiteral("ab", PredicateLeaf.Type.STRING, "ab");
    assertLiteral("ab", PredicateLeaf.Type.STRING, new HiveVarchar("ab", 5));
    assertLiteral("ab", PredicateLeaf.Type.STRING, new HiveChar("ab", 2));
    assertLiteral(new BigDecimal("1.5"), PredicateLeaf.Type.DECIMAL, HiveDecimal.create("1.50"));
    assertLiteral(
        new BigDecimal("1.5"), PredicateLeaf.Type.DECIMAL, new HiveDecimalWritable("1.50"));
    for (String day : List.of("0001-01-01", "1500-02-28", "1582-10-10", "1969-12-31")) {
      assertLiteral(LocalDate.parse(day).toEpochDay(), PredicateLeaf.Type.DATE, Date.valueOf(day));
    }
    assertLiteral(
        new TimestampValue(-1, 500_000_000),
        PredicateLeaf.Type.TIMESTAMP,
        Timestamp.valueOf("1969-12-31 23:59:59.5"));
  }

  @Test
  void between_boundsThatAreNotThereYet_leavesNothingOut() {
    assertEquals(
        Predicate.unknown(), between(PredicateLeaf.Type.LONG, CifType.INT, NOT_YET, NOT_YET));
    assertEquals(Predicate.unknown(), between(PredicateLeaf.Type.LONG, CifType.INT, 1, NOT_YET));
    assertEquals(Predicate.unknown(), between(PredicateLeaf.Type.LONG, CifType.INT, NULL, NULL));
    assertEquals(Predicate.unknown(), between(PredicateLeaf.Type.LONG, CifType.INT, 1, NULL));
  }

  @Test
  void of_boundsThatComeLater_areUsedWhenAskedAgain() {
    SearchArgument argument =
        SearchArgumentFactory.newBuilder()
            .between("c", PredicateLeaf.Type.LONG, new Later(NOT_YET, 1), new Later(2))
            .build();
    assertEquals(Predicate.unknown(), HivePredicates.of(argument, name -> CifType.INT));
    assertEquals(Predicate.between("c", 1, 2), HivePredicates.of(argument, name -> CifType.INT));
  }

  @Test
  void compare_literalThatIsNotThereYet_leavesNothingOut() {
    assertEquals(
        Predicate.unknown(), equal(PredicateLeaf.Type.LONG, CifType.INT, new Later(NOT_YET)));
    assertEquals(
        Predicate.compare("c", Predicate.Op.EQ, 7),
        equal(PredicateLeaf.Type.LONG, CifType.INT, new Later(7)));
  }

  @Test
  void compare_textThatEndsInASpace_isALiteralOfCharOnly() {
    for (CifType type : List.of(CifType.STRING, CifType.varchar(10))) {
      assertEquals(Predicate.unknown(), equal(PredicateLeaf.Type.STRING, type, "ab   "));
    }
    assertEquals(
        Predicate.compare("c", Predicate.Op.EQ, "ab   "),
        equal(PredicateLeaf.Type.STRING, CifType.character(5), "ab   "));
    SearchArgument in =
        SearchArgumentFactory.newBuilder().in("c", PredicateLeaf.Type.STRING, "x", "ab ").build();
    assertEquals(Predicate.unknown(), HivePredicates.of(in, name -> CifType.STRING));
  }

  /** Whatever zone Hive runs in: no day is taken for another. */
  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Sao_Paulo", "Asia/Tehran", "Pacific/Apia"})
  void compare_dateInJavasOldCalendar_isThatDayOrUnknown(String zone) {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try {
      int unknown = 0;
      for (LocalDate day = LocalDate.of(-3, 1, 1);
          day.isBefore(LocalDate.of(2030, 1, 1));
          day = day.plusDays(1)) {
        Predicate predicate =
            equal(PredicateLeaf.Type.DATE, CifType.DATE, java.sql.Date.valueOf(day));
        if (predicate.equals(Predicate.unknown())) {
          unknown += day.getYear() > 0 ? 1 : 0;
        } else {
          assertEquals(
              Predicate.compare("c", Predicate.Op.EQ, day.toEpochDay()), predicate, day.toString());
        }
      }
      // 5 to 24 October 1582; in Apia 30 and 31 December 2011 too; 1 January of year 1 may be one.
      assertEquals(zone.equals("Pacific/Apia") ? 22 : 20, unknown);
    } finally {
      TimeZone.setDefault(before);
    }
  }
}
