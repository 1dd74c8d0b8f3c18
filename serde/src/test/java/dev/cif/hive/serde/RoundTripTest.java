package dev.cif.hive.serde;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.type.DataTypePhysicalVariation;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.VectorExtractRow;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedBatchUtil;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorConverters;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils.ObjectInspectorCopyOption;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values go from Hive's standard objects through a column file back into Hive, and come out as
 * Hive's own copies of what went in: as Java objects and Writables, through inspectors and batches.
 */
class RoundTripTest {
  private static final int ROWS = 200;

  @TempDir java.nio.file.Path folder;

  private TypeInfo type;
  private ObjectInspector standard;
  private final List<Object> values = new ArrayList<>();

  private void make(String typeName) {
    type = TypeInfoUtils.getTypeInfoFromTypeString(typeName);
    standard = TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(type);
    HiveValues source = new HiveValues(typeName.hashCode());
    for (int i = 0; i < ROWS; i++) {
      values.add(source.value(type));
    }
  }

  private SplitReader written(ObjectInspector inspector, List<?> objects, Layout layout)
      throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    Path split = new Path(folder.resolve("split" + System.nanoTime()).toUri());
    CifType cif = HiveTypes.toCif(type);
    CifSchema schema = CifSchema.of(List.of("c"), List.of(cif));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withLayout(layout));
    ObjectWriter writer = ObjectWriter.of(inspector, cif);
    try (SplitWriter out = SplitWriter.create(fs, split, schema, options)) {
      for (Object object : objects) {
        writer.append(object, out.column(0));
        out.endRow();
      }
    }
    return SplitReader.open(fs, split);
  }

  private static String text(Object object, ObjectInspector inspector) {
    Object copy =
        ObjectInspectorUtils.copyToStandardObject(
            object, inspector, ObjectInspectorCopyOption.WRITABLE);
    ObjectInspector copied =
        ObjectInspectorUtils.getStandardObjectInspector(
            inspector, ObjectInspectorCopyOption.WRITABLE);
    return copy == null
        ? "NULL"
        : org.apache.hadoop.hive.serde2.SerDeUtils.getJSONString(copy, copied);
  }

  private void expectSame(SplitReader split) throws IOException {
    ObjectInspector lazy = CifInspectors.of(type);
    ColumnReader column = split.column("c");
    for (int i = 0; i < ROWS; i++) {
      Object read = HiveObjects.of(column.value(i));
      assertEquals(text(values.get(i), standard), text(read, lazy), "row " + i);
    }
  }

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
        "decimal(5,2)",
        "decimal(18,0)",
        "decimal(38,10)",
        "string",
        "varchar(4)",
        "char(4)",
        "binary",
        "date",
        "timestamp",
        "timestamp with local time zone",
        "array<int>",
        "array<array<string>>",
        "map<string,int>",
        "map<bigint,array<string>>",
        "map<decimal(9,3),date>",
        "struct<a:int,b:struct<c:string,d:double>>",
        "uniontype<int,string,array<int>>",
        "map<string,struct<a:array<timestamp>,b:uniontype<date,char(3)>>>"
      })
  void values_comeBackAsHiveCopiesThem(String typeName) throws Exception {
    make(typeName);
    try (SplitReader split = written(standard, values, Layout.AUTO)) {
      expectSame(split);
      expectSameInBatch(split);
    }
    ObjectInspector writables = TypeInfoUtils.getStandardWritableObjectInspectorFromTypeInfo(type);
    List<Object> asWritables = new ArrayList<>();
    for (Object value : values) {
      asWritables.add(
          ObjectInspectorUtils.copyToStandardObject(
              value, standard, ObjectInspectorCopyOption.WRITABLE));
    }
    try (SplitReader split = written(writables, asWritables, Layout.SKIPLIST)) {
      expectSame(split);
      expectSameInBatch(split);
    }
  }

  private void expectSameInBatch(SplitReader split) throws IOException {
    if (type.getTypeName().contains("local time zone")) {
      // Hive has no vectors for it, and reads such columns row by row.
      return;
    }
    ColumnVector vector = ColumnVector.create(HiveTypes.toCif(type));
    split.column("c").read(0, ROWS, vector);
    expectSame(vector, VectorizedBatchUtil.createColumnVector(type));
    if (HiveTypes.toCif(type).isDecimal64()) {
      expectSame(
          vector,
          VectorizedBatchUtil.createColumnVector(type, DataTypePhysicalVariation.DECIMAL_64));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "bigint",
        "double",
        "decimal(5,2)",
        "decimal(38,10)",
        "string",
        "timestamp",
        "array<int>",
        "struct<a:int>"
      })
  void vectors_sayThatTheyRepeatWhereAllValuesAreTheSame(String typeName) throws Exception {
    make(typeName);
    List<Object> all = new ArrayList<>(values);
    int nothing = all.indexOf(null);
    boolean isPrimitive = HiveTypes.toCif(type).kind().isPrimitive();
    try (SplitReader split = written(standard, values, Layout.AUTO)) {
      for (int same = 0; same < ROWS; same += 10) {
        int[] source = new int[ROWS];
        Arrays.fill(source, same);
        assertEquals(isPrimitive || all.get(same) == null, repeats(split, all, source));
        for (int odd : new int[] {0, ROWS / 2, ROWS - 1}) {
          for (int other : new int[] {odd, nothing}) {
            source[odd] = other;
            if (!text(all.get(same), standard).equals(text(all.get(other), standard))) {
              assertFalse(repeats(split, all, source), same + " but " + other + " at " + odd);
            }
            source[odd] = same;
          }
        }
      }
    }
  }

  /**
   * Returns true if Hive's vector of these rows is marked as repeating, after comparing its values.
   */
  private boolean repeats(SplitReader split, List<Object> all, int[] rows) throws IOException {
    ColumnVector vector = ColumnVector.create(HiveTypes.toCif(type));
    split.column("c").read(0, ROWS, vector);
    vector.select(0, rows, ROWS);
    values.clear();
    Arrays.stream(rows).mapToObj(all::get).forEach(values::add);
    org.apache.hadoop.hive.ql.exec.vector.ColumnVector copy =
        VectorizedBatchUtil.createColumnVector(type);
    // State that another batch has left.
    copy.isRepeating = true;
    copy.noNulls = false;
    expectSame(vector, copy);
    return copy.isRepeating;
  }

  private void expectSame(
      ColumnVector vector, org.apache.hadoop.hive.ql.exec.vector.ColumnVector copy)
      throws IOException {
    VectorizedRowBatch batch = new VectorizedRowBatch(1);
    batch.cols[0] = copy;
    VectorCopier.copy(vector, batch.cols[0]);
    batch.size = ROWS;
    VectorExtractRow extract = new VectorExtractRow();
    ObjectInspector writables = TypeInfoUtils.getStandardWritableObjectInspectorFromTypeInfo(type);
    for (int i = 0; i < ROWS; i++) {
      Object read = extract.extractRowColumn(batch.cols[0], type, writables, i);
      assertEquals(text(values.get(i), standard), text(read, writables), "row " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map<string,int>", "map<char(5),int>", "map<varchar(5),int>", "map<int,string>",
        "map<tinyint,int>", "map<boolean,int>", "map<date,int>", "map<decimal(9,3),int>",
        "map<double,int>", "map<float,int>", "map<timestamp,int>", "map<binary,int>",
        "map<timestamp with local time zone,int>"
      })
  void getMapValueElement_findsKeysAsJavaObjectsAndWritables(String typeName) throws Exception {
    make(typeName);
    ObjectInspector keys =
        PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(
            (org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo)
                ((MapTypeInfo) type).getMapKeyTypeInfo());
    MapObjectInspector lazy = (MapObjectInspector) CifInspectors.of(type);
    // Hive converts the key of m[key] to this inspector.
    ObjectInspector passed =
        ObjectInspectorConverters.getConvertedOI(keys, lazy.getMapKeyObjectInspector());
    int found = 0;
    for (Layout layout : List.of(Layout.AUTO, Layout.DCSL, Layout.PLAIN)) {
      try (SplitReader split = written(standard, values, layout)) {
        for (int i = 0; i < ROWS; i++) {
          Map<?, ?> expected = (Map<?, ?>) values.get(i);
          Object map = HiveObjects.of(split.column("c").value(i));
          for (Map.Entry<?, ?> entry :
              expected == null ? Map.<Object, Object>of().entrySet() : expected.entrySet()) {
            Object writable =
                ObjectInspectorUtils.copyToStandardObject(
                    entry.getKey(), keys, ObjectInspectorCopyOption.WRITABLE);
            Object converted =
                ObjectInspectorConverters.getConverter(keys, passed).convert(entry.getKey());
            for (Object key : List.of(entry.getKey(), writable, converted)) {
              assertEquals(entry.getValue(), lazy.getMapValueElement(map, key), "row " + i);
              found++;
            }
          }
          Object absent = new HiveValues(i).value(((MapTypeInfo) type).getMapKeyTypeInfo());
          if (absent != null && (expected == null || !contains(expected, absent))) {
            assertNull(lazy.getMapValueElement(map, absent));
          }
        }
      }
    }
    assertTrue(found > ROWS, "" + found);
  }

  private static boolean contains(Map<?, ?> map, Object key) {
    return key instanceof byte[] bytes
        ? map.keySet().stream().anyMatch(k -> java.util.Arrays.equals((byte[]) k, bytes))
        : map.containsKey(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"decimal(4,2)", "decimal(18,16)", "decimal(20,18)"})
  void append_makesDecimalsThatDoNotFitNull(String typeName) {
    CifType cif = CifType.parse(typeName);
    String most = "9".repeat(cif.precision() - cif.scale()) + "." + "9".repeat(cif.scale());
    List<String> texts =
        List.of("-1.5", most, "-" + most, most + "4", most + "5", "0", "100", "-100");
    List<String> fitted = Arrays.asList("-1.5", most, "-" + most, most, null, "0", null, null);
    for (boolean isWritable : new boolean[] {false, true}) {
      DecimalVector vector = (DecimalVector) ColumnVector.create(cif);
      ObjectWriter writer =
          ObjectWriter.of(
              isWritable
                  ? PrimitiveObjectInspectorFactory.writableHiveDecimalObjectInspector
                  : PrimitiveObjectInspectorFactory.javaHiveDecimalObjectInspector,
              cif);
      for (String text : texts) {
        HiveDecimal decimal = HiveDecimal.create(text);
        writer.append(isWritable ? new HiveDecimalWritable(decimal) : decimal, vector);
      }
      for (int i = 0; i < texts.size(); i++) {
        String expected = fitted.get(i);
        assertEquals(expected == null, vector.isNull(i), texts.get(i));
        if (expected != null) {
          BigDecimal value = new BigDecimal(expected).setScale(cif.scale());
          assertEquals(value, vector.decimal(i), texts.get(i));
        }
      }
    }
  }
}
