package dev.cif.hive.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import dev.cif.hive.serde.HiveTypes;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.NoDynamicValuesException;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.ql.plan.DynamicValue;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeConstantDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDynamicValueDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeFieldDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.UDFLike;
import org.apache.hadoop.hive.ql.udf.UDFToDouble;
import org.apache.hadoop.hive.ql.udf.UDFToFloat;
import org.apache.hadoop.hive.ql.udf.UDFToLong;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBetween;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFBridge;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFIn;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFIndex;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPAnd;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPEqual;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPGreaterThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPLessThan;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNot;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotEqual;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNotNull;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNull;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPOr;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFToString;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFUpper;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters as Hive's plans have them, and what a scan makes of them. */
class FilterConditionsTest {
  private static final ColumnPath C = ColumnPath.of("c");
  private static final Predicate UNKNOWN = Predicate.unknown();

  /** A literal that another task computes; null: it has not ended. */
  private static final class Later extends DynamicValue {
    private Object answer;

    Later(String type) {
      super("later", TypeInfoFactory.getPrimitiveTypeInfo(type));
    }

    @Override
    public Object getLiteral() {
      if (answer == null) {
        throw new NoDynamicValuesException("not yet");
      }
      return answer;
    }
  }

  private static TypeInfo type(String text) {
    return TypeInfoUtils.getTypeInfoFromTypeString(text);
  }

  private static ExprNodeDesc column(String type) {
    return new ExprNodeColumnDesc(type(type), "c", "t", false);
  }

  private static ExprNodeDesc constant(String type, Object value) {
    return new ExprNodeConstantDesc(type(type), value);
  }

  private static ExprNodeDesc call(String type, GenericUDF function, ExprNodeDesc... arguments) {
    return new ExprNodeGenericFuncDesc(
        type(type), function, new ArrayList<>(Arrays.asList(arguments)));
  }

  private static ExprNodeDesc test(GenericUDF function, ExprNodeDesc... arguments) {
    return call("boolean", function, arguments);
  }

  private static GenericUDF bridge(Class<?> function) {
    return new GenericUDFBridge("f", false, function.getName());
  }

  /** The predicate on a column c of a type. */
  private static Predicate of(String type, ExprNodeDesc filter) {
    return FilterConditions.of(
        filter,
        name -> name.equals("c") ? HiveTypes.toCif(type(type)) : null,
        new Configuration(false));
  }

  private static Predicate equal(String type, ExprNodeDesc literal) {
    return of(type, test(new GenericUDFOPEqual(), column(type), literal));
  }

  private static void assertLiteral(Object expected, String type, Object ofHive) {
    assertEquals(Predicate.compare(C, Op.EQ, expected), equal(type, constant(type, ofHive)), type);
    Later later = new Later(type);
    ExprNodeDesc bound = new ExprNodeDynamicValueDesc(later);
    ExprNodeDesc between =
        test(new GenericUDFBetween(), constant("boolean", false), column(type), bound, bound);
    Predicate none = Predicate.and(List.of(UNKNOWN, UNKNOWN));
    assertEquals(none, of(type, between));
    later.answer = ofHive;
    assertEquals(Predicate.compare(C, Op.EQ, expected), of(type, between), type);
    Predicate least = Predicate.compare(C, Op.GE, expected);
    boolean isFloating = type.equals("float") || type.equals("double");
    Later unknown = new Later(type);
    ExprNodeDesc open = new ExprNodeDynamicValueDesc(unknown);
    assertEquals(
        Predicate.and(
            List.of(isFloating ? Predicate.and(List.of(least, UNKNOWN)) : least, UNKNOWN)),
        of(
            type,
            test(new GenericUDFBetween(), constant("boolean", false), column(type), bound, open)),
        type);
    assertEquals(
        Predicate.and(List.of(UNKNOWN, Predicate.compare(C, Op.LE, expected))),
        of(
            type,
            test(new GenericUDFBetween(), constant("boolean", false), column(type), open, bound)),
        type);
  }

  @Test
  void literals_ofTheQueryOrOfAnotherTask_areOfCifsClasses() {
    assertLiteral((byte) 7, "tinyint", (byte) 7);
    assertLiteral((short) 7, "smallint", (short) 7);
    assertLiteral(7, "int", 7);
    assertLiteral(7L, "bigint", 7L);
    assertLiteral((double) 0.3f, "float", 0.3f);
    assertLiteral(0.3, "double", 0.3);
    assertLiteral(true, "boolean", true);
    assertLiteral("ab ", "string", "ab ");
    assertLiteral("ab", "varchar(5)", new HiveVarchar("ab", 5));
    assertLiteral("ab", "char(5)", new HiveChar("ab", 5));
    assertLiteral(new BigDecimal("1.5"), "decimal(10,2)", HiveDecimal.create("1.50"));
    for (String day : List.of("0001-01-01", "1500-02-28", "1582-10-10", "1969-12-31")) {
      assertLiteral(LocalDate.parse(day).toEpochDay(), "date", Date.valueOf(day));
    }
    assertLiteral(
        new TimestampValue(-1, 500_000_000),
        "timestamp",
        Timestamp.valueOf("1969-12-31 23:59:59.5"));
  }

  /** Hive converts both to a third type; the literal counts if that changes no comparison. */
  @ParameterizedTest
  @CsvSource({
    "tinyint, bigint, true",
    "bigint, 'decimal(3,1)', true",
    "bigint, double, false",
    "int, double, true",
    "int, float, false",
    "float, double, true",
    "float, 'decimal(3,1)', false",
    "double, 'decimal(3,1)', true",
    "'decimal(10,2)', int, true",
    "'decimal(38,0)', 'decimal(3,1)', false",
    "'decimal(10,2)', double, false",
    "string, 'varchar(3)', true",
    "string, 'char(3)', false",
    "'char(9)', string, true",
    "string, date, false",
    "date, timestamp, false",
    "date, string, true",
    "int, string, false",
  })
  void compare_withALiteralOfAnotherType(String type, String ofLiteral, boolean counts) {
    Object value =
        switch (ofLiteral.replaceAll("\\(.*", "")) {
          case "bigint" -> 7L;
          case "int" -> 7;
          case "double" -> 7.5;
          case "float" -> 7.5f;
          case "decimal" -> HiveDecimal.create("7.5");
          case "varchar" -> new HiveVarchar("ab", 3);
          case "char" -> new HiveChar("ab", 3);
          case "date" -> Date.valueOf("2001-02-03");
          case "timestamp" -> Timestamp.valueOf("2001-02-03 04:05:06");
          default -> "2001-02-03";
        };
    Predicate predicate = equal(type, constant(ofLiteral, value));
    assertEquals(counts, !predicate.equals(UNKNOWN), predicate.toString());
  }

  @Test
  void compare_withALiteralOnTheLeft_isMirrored() {
    assertEquals(
        Predicate.compare(C, Op.LT, 7),
        of("int", test(new GenericUDFOPGreaterThan(), constant("int", 7), column("int"))));
  }

  @Test
  void compare_withNullNanOrAColumn_isUnknown() {
    assertEquals(UNKNOWN, equal("int", constant("int", null)));
    assertEquals(UNKNOWN, equal("double", constant("double", Double.NaN)));
    assertEquals(UNKNOWN, equal("int", column("int")));
    assertEquals(UNKNOWN, equal("char(3)", constant("string", "ab ")));
    assertEquals(UNKNOWN, equal("date", constant("string", "no day")));
  }

  /** To Hive's rows -0.0 is below 0.0, to its batches it is not. */
  @Test
  void compare_withZero_isTrueForBothZeros() {
    ExprNodeDesc zero = constant("double", 0.0);
    assertEquals(
        Predicate.and(List.of(Predicate.compare(C, Op.LE, 0.0), UNKNOWN)),
        of("double", test(new GenericUDFOPLessThan(), column("double"), zero)));
    assertEquals(UNKNOWN, of("double", test(new GenericUDFOPNotEqual(), column("double"), zero)));
    assertEquals(
        Predicate.and(List.of(Predicate.compare(C, Op.EQ, 0.0), UNKNOWN)),
        equal("float", constant("int", 0)));
  }

  @Test
  void casts_areLookedThroughWhereTheyChangeNothing() {
    ExprNodeDesc seven = constant("bigint", 7L);
    ExprNodeDesc asLong = call("bigint", bridge(UDFToLong.class), column("int"));
    assertEquals(
        Predicate.compare(C, Op.EQ, 7L), of("int", test(new GenericUDFOPEqual(), asLong, seven)));
    ExprNodeDesc ofText = call("bigint", bridge(UDFToLong.class), column("string"));
    assertEquals(UNKNOWN, of("string", test(new GenericUDFOPEqual(), ofText, seven)));
    ExprNodeDesc half = constant("double", 0.5);
    ExprNodeDesc asDouble = call("double", bridge(UDFToDouble.class), column("float"));
    assertEquals(
        Predicate.compare(C, Op.EQ, 0.5),
        of("float", test(new GenericUDFOPEqual(), asDouble, half)));
    ExprNodeDesc ofLong = call("double", bridge(UDFToDouble.class), column("bigint"));
    assertEquals(UNKNOWN, of("bigint", test(new GenericUDFOPEqual(), ofLong, half)));
    ExprNodeDesc asFloat = call("float", bridge(UDFToFloat.class), column("double"));
    assertEquals(
        UNKNOWN, of("double", test(new GenericUDFOPEqual(), asFloat, constant("float", 0.5f))));
    ExprNodeDesc asText = call("string", new GenericUDFToString(), column("varchar(9)"));
    assertEquals(
        Predicate.like(C, "x%"),
        of("varchar(9)", test(bridge(UDFLike.class), asText, constant("string", "x%"))));
    ExprNodeDesc ofChar = call("string", new GenericUDFToString(), column("char(9)"));
    assertEquals(
        UNKNOWN, of("char(9)", test(bridge(UDFLike.class), ofChar, constant("string", "x%"))));
  }

  private static ExprNodeDesc field(ExprNodeDesc struct, String type, String name) {
    return new ExprNodeFieldDesc(type(type), struct, name, false);
  }

  private static ExprNodeDesc at(ExprNodeDesc of, String type, ExprNodeDesc key) {
    return call(type, new GenericUDFIndex(), of, key);
  }

  private static Predicate isNull(String type, ExprNodeDesc part) {
    return of(type, test(new GenericUDFOPNull(), part));
  }

  private static List<Step> steps(Predicate predicate) {
    return predicate.paths().stream().flatMap(path -> path.steps().stream()).toList();
  }

  @Test
  void parts_areReachedAtAnyDepth() {
    String type = "map<string,struct<f:int,m:map<smallint,string>>>";
    ExprNodeDesc value =
        at(column(type), "struct<f:int,m:map<smallint,string>>", constant("string", "k"));
    Predicate field = isNull(type, field(value, "int", "f"));
    assertEquals(List.of(new Step.Key("k"), new Step.Field("f")), steps(field));
    assertEquals("c['k'].f", field.paths().get(0).text());
    ExprNodeDesc inner = field(value, "map<smallint,string>", "m");
    assertEquals(
        List.of(new Step.Key("k"), new Step.Field("m"), new Step.Index(3)),
        steps(isNull(type, at(inner, "string", constant("int", 3)))));
    // The scan would decode whole values to see which are NULL.
    assertEquals(UNKNOWN, isNull(type, value));
    assertEquals(UNKNOWN, isNull(type, column(type)));
    // No key of the map, which Hive's batches and rows take for different ones.
    assertEquals(UNKNOWN, isNull(type, at(inner, "string", constant("int", 70_000))));
    assertEquals(UNKNOWN, isNull(type, at(inner, "string", constant("int", null))));
    assertEquals(UNKNOWN, isNull(type, at(inner, "string", column("int"))));
  }

  @Test
  void parts_thatNoScanReads_areUnknown() {
    String list = "array<struct<f:int>>";
    ExprNodeDesc element = at(column(list), "struct<f:int>", constant("int", 0));
    assertEquals(UNKNOWN, isNull(list, element));
    assertEquals(UNKNOWN, isNull(list, field(element, "int", "f")));
    ExprNodeDesc fields = new ExprNodeFieldDesc(type("array<int>"), column(list), "f", true);
    assertEquals(UNKNOWN, isNull(list, fields));
    assertEquals(
        UNKNOWN,
        isNull("map<double,int>", at(column("map<double,int>"), "int", constant("double", 1.0))));
    ExprNodeDesc upper = call("string", new GenericUDFUpper(), column("string"));
    assertEquals(UNKNOWN, isNull("string", upper));
    // The table has another column type by now, and the plan another column.
    assertEquals(UNKNOWN, isNull("int", column("bigint")));
    ExprNodeDesc other = new ExprNodeColumnDesc(type("int"), "p", "t", true);
    assertEquals(UNKNOWN, isNull("int", other));
  }

  @Test
  void combinations_keepWhatIsKnown() {
    ExprNodeDesc b = column("boolean");
    ExprNodeDesc unknown = call("boolean", new GenericUDFUpper(), b);
    Predicate isTrue = Predicate.compare(C, Op.EQ, true);
    assertEquals(isTrue, of("boolean", b));
    assertEquals(
        Predicate.or(List.of(Predicate.not(isTrue), UNKNOWN)),
        of("boolean", test(new GenericUDFOPOr(), test(new GenericUDFOPNot(), b), unknown)));
    assertEquals(
        Predicate.and(
            List.of(isTrue, Predicate.not(Predicate.isNull(C)), Predicate.constant(false))),
        of(
            "boolean",
            test(
                new GenericUDFOPAnd(),
                b,
                test(new GenericUDFOPNotNull(), b),
                constant("boolean", false))));
    assertEquals(UNKNOWN, FilterConditions.of(null, name -> CifType.INT, null));
  }

  @Test
  void momentsOfAZone_areLeftOutButForNull() {
    ExprNodeDesc column =
        new ExprNodeColumnDesc(
            TypeInfoFactory.getTimestampTZTypeInfo(ZoneId.of("Asia/Tehran")), "c", "t", false);
    String type = "timestamp with local time zone";
    assertEquals(Predicate.isNull(C), isNull(type, column));
    ExprNodeDesc moment = new ExprNodeConstantDesc(column.getTypeInfo(), new TimestampTZ());
    assertEquals(UNKNOWN, of(type, test(new GenericUDFOPEqual(), column, moment)));
  }

  @Test
  void in_withNull_isNeverSurelyFalse() {
    ExprNodeDesc[] list = {
      column("int"), constant("int", 7), constant("void", null), constant("int", 9)
    };
    assertEquals(
        Predicate.and(List.of(Predicate.in(C, List.of(7, 9)), UNKNOWN)),
        of("int", test(new GenericUDFIn(), list)));
    ExprNodeDesc structs =
        test(new GenericUDFIn(), column("struct<a:int>"), constant("struct<a:int>", List.of(1)));
    assertEquals(UNKNOWN, of("struct<a:int>", structs));
  }
}
