package dev.cif.hive.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath;
import dev.cif.format.scan.Scan;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.write.SplitWriter;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.serde.ObjectWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.NoDynamicValuesException;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.plan.DynamicValue;
import org.apache.hadoop.hive.ql.plan.ExprNodeColumnDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeDynamicValueDesc;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredJavaObject;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredObject;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFInBloomFilter;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPAnd;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPNot;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDFOPOr;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hive.common.util.BloomKFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BloomFiltersTest {
  @TempDir java.nio.file.Path folder;

  private static final Map<String, CifType> TYPES =
      Map.of("i", CifType.INT, "s", CifType.STRING, "z", CifType.TIMESTAMP_LTZ);

  /** A value that another task has computed. */
  private static final class Computed extends DynamicValue {
    private final Object value;

    Computed(Object value) {
      super("computed", TypeInfoFactory.binaryTypeInfo);
      this.value = value;
    }

    @Override
    public Object getValue() {
      if (value instanceof NoDynamicValuesException e) {
        throw e;
      }
      return value;
    }
  }

  private static BytesWritable bytes(BloomKFilter filter) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BloomKFilter.serialize(out, filter);
    return new BytesWritable(out.toByteArray());
  }

  /** 1,024 bits and 4 hash functions; the constructor that Hive 4.0 and 4.1 both have. */
  private static BloomKFilter empty() {
    return new BloomKFilter(new long[16], 4);
  }

  private static BytesWritable ofThree() throws IOException {
    BloomKFilter filter = empty();
    filter.addLong(3);
    return bytes(filter);
  }

  private static ExprNodeDesc call(GenericUDF function, ExprNodeDesc... arguments) {
    return new ExprNodeGenericFuncDesc(
        TypeInfoFactory.booleanTypeInfo, function, List.of(arguments));
  }

  private static ExprNodeDesc in(String column, TypeInfo type, Object filter) {
    return call(
        new GenericUDFInBloomFilter(),
        new ExprNodeColumnDesc(type, column, "t", false),
        new ExprNodeDynamicValueDesc(new Computed(filter)));
  }

  private static BloomFilters of(ExprNodeDesc filter) throws IOException {
    Configuration job = new Configuration(false);
    HiveConf.setVar(job, HiveConf.ConfVars.HIVE_EXECUTION_ENGINE, "mr");
    HiveConf.setVar(job, HiveConf.ConfVars.HIVE_QUERY_ID, "q");
    return BloomFilters.of(filter, job, TYPES::get);
  }

  private static List<String> columns(ExprNodeDesc filter) throws IOException {
    BloomFilters found = of(filter);
    assertEquals(false, found.lackKeys());
    return found.filters().stream().map(BloomFilters.Filter::column).toList();
  }

  @Test
  void of_conditionsThatAllRowsMustPass_takesEach() throws Exception {
    ExprNodeDesc i = in("i", TypeInfoFactory.intTypeInfo, ofThree());
    ExprNodeDesc s = in("s", TypeInfoFactory.stringTypeInfo, ofThree());
    assertEquals(List.of(), columns(null));
    assertEquals(List.of("i"), columns(i));
    assertEquals(
        List.of("s", "i"), columns(call(new GenericUDFOPAnd(), call(new GenericUDFOPAnd(), s, i))));
    assertEquals(List.of(), columns(call(new GenericUDFOPOr(), i, s)));
    assertEquals(List.of(), columns(call(new GenericUDFOPNot(), i)));
  }

  @Test
  void of_aColumnThatIsNotWhatThePlanSays_takesNone() throws Exception {
    assertEquals(List.of(), columns(in("i", TypeInfoFactory.stringTypeInfo, ofThree())));
    assertEquals(List.of(), columns(in("partition", TypeInfoFactory.intTypeInfo, ofThree())));
    assertEquals(List.of(), columns(in("z", TypeInfoFactory.timestampLocalTZTypeInfo, ofThree())));
  }

  @Test
  void of_filterThatIsNotThere_takesNone() throws Exception {
    Object later = new NoDynamicValuesException("not yet");
    assertEquals(List.of(), columns(in("i", TypeInfoFactory.intTypeInfo, later)));
  }

  @Test
  void of_filterWithoutKeys_leavesNoRow() throws Exception {
    assertTrue(of(in("i", TypeInfoFactory.intTypeInfo, null)).lackKeys());
    BytesWritable empty = bytes(empty());
    assertTrue(of(in("partition", TypeInfoFactory.intTypeInfo, empty)).lackKeys());
    ExprNodeDesc either =
        call(
            new GenericUDFOPOr(),
            in("i", TypeInfoFactory.intTypeInfo, empty),
            in("s", TypeInfoFactory.stringTypeInfo, ofThree()));
    assertEquals(List.of(), columns(either));
  }

  @Test
  void of_bytesThatAreNoFilter_throwsIoException() {
    ExprNodeDesc bad = in("i", TypeInfoFactory.intTypeInfo, new BytesWritable(new byte[3]));
    assertThrows(IOException.class, () -> of(bad));
  }

  /** The value of a type that a number stands for. */
  private static Object value(TypeInfo type, int n) {
    switch (((PrimitiveTypeInfo) type).getPrimitiveCategory()) {
      case BOOLEAN:
        return n % 2 == 0;
      case BYTE:
        return (byte) n;
      case SHORT:
        return (short) -n;
      case INT:
        return -n;
      case LONG:
        return n * 100_000_000_019L;
      case FLOAT:
        return n == 0 ? -0f : n == 1 ? Float.NaN : n / 8f;
      case DOUBLE:
        return n == 0 ? -0d : n == 1 ? Double.NaN : -n / 10d;
      case DECIMAL:
        return HiveDecimal.create(BigDecimal.valueOf(n - 250, 2));
      case DATE:
        return Date.ofEpochDay(n - 250);
      case TIMESTAMP:
        return Timestamp.ofEpochMilli((n - 250) * 1001L, 999_999 + 1_000_000 * (n % 1000));
      case CHAR:
        return new HiveChar("c" + n, 9);
      case VARCHAR:
        return new HiveVarchar("v" + n + " ", 9);
      case BINARY:
        return new byte[] {(byte) n, (byte) (n >> 8)};
      default:
        return "s" + n;
    }
  }

  /** Checks the hash of each type against Hive's, with a filter of random bits. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal(9,2)",
        "decimal(30,4)",
        "date",
        "timestamp",
        "string",
        "varchar(9)",
        "char(9)",
        "binary"
      })
  void keys_ofAnyBits_areThoseThatHiveFinds(String typeName) throws Exception {
    TypeInfo type = TypeInfoUtils.getTypeInfoFromTypeString(typeName);
    BloomKFilter filter = new BloomKFilter(new Random(7).longs(64).toArray(), 4);
    ObjectInspector inspector = TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(type);
    GenericUDFInBloomFilter hive = new GenericUDFInBloomFilter();
    hive.initialize(
        new ObjectInspector[] {
          inspector, PrimitiveObjectInspectorFactory.writableBinaryObjectInspector
        });
    DeferredObject bits = new DeferredJavaObject(bytes(filter));
    CifType cif = HiveTypes.toCif(type);
    Path split = new Path(folder.resolve("split").toString());
    FileSystem files = split.getFileSystem(new Configuration(false));
    List<Integer> expected = new ArrayList<>();
    try (SplitWriter writer =
        SplitWriter.create(
            files, split, CifSchema.of(List.of("k"), List.of(cif)), WriteOptions.DEFAULT)) {
      ObjectWriter values = ObjectWriter.of(inspector, cif);
      for (int n = 0; n < 500; n++) {
        Object value = n % 10 == 9 ? null : value(type, n);
        values.append(value, writer.column(0));
        writer.endRow();
        if (Boolean.TRUE.equals(
            hive.evaluate(new DeferredObject[] {new DeferredJavaObject(value), bits}))) {
          expected.add(n);
        }
      }
    }
    List<Integer> found = new ArrayList<>();
    try (SplitReader reader = SplitReader.open(files, split)) {
      Scan scan =
          Scan.of(reader).semiJoin(ColumnPath.of("k"), BloomFilters.keys(filter, cif)).open();
      while (scan.next(500)) {
        for (int i = 0; i < scan.count(); i++) {
          found.add((int) scan.row(i));
        }
      }
    }
    assertTrue(found.containsAll(expected), () -> found + " lacks some of " + expected);
    if (cif.kind() != CifType.Kind.DECIMAL) {
      // A decimal may be hashed in two ways.
      assertEquals(expected, found);
    }
  }
}
