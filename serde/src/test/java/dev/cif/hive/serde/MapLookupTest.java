package dev.cif.hive.serde;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.schema.CifType;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** Hive may share an inspector, and with it its look-ups, among threads. */
class MapLookupTest {
  private static final int KEYS = 4;

  /** The map {@code {"key0": 0, "key1": 1, ...}}. */
  private static Value map(String type) {
    MapVector map = new MapVector(CifType.parse(type));
    map.append(KEYS);
    for (int k = 0; k < KEYS; k++) {
      ((BytesVector) map.keys()).append("key" + k);
      ((LongVector) map.values()).append(k);
    }
    return Value.of(map, 0);
  }

  private static MapLookup lookup(String keyType) {
    PrimitiveTypeInfo type = (PrimitiveTypeInfo) TypeInfoUtils.getTypeInfoFromTypeString(keyType);
    PrimitiveObjectInspector key =
        PrimitiveObjectInspectorFactory.getPrimitiveJavaObjectInspector(type);
    return new MapLookup(key);
  }

  @Test
  void find_byThreadsThatShareIt_givesEachItsOwn() throws Exception {
    int threads = 4;
    int rounds = 100_000;
    MapLookup shared = lookup("string");
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int first = t;
        runs.add(
            pool.submit(
                () -> {
                  Value map = map("map<string,int>");
                  start.await();
                  for (int i = 0; i < rounds; i++) {
                    int k = (first + i / 2) % KEYS;
                    Object wanted = i % 3 == 0 ? "key" + k : new Text("key" + k);
                    assertEquals(k, shared.find(map, wanted).asLong());
                  }
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** Another look-up of the key comes between the steps of this one. */
  @Test
  void find_amidALookupOfTheSameKey_findsIt() {
    MapLookup shared = lookup("varchar(9)");
    Value map = map("map<varchar(9),int>");
    assertEquals(0, shared.find(map, new HiveVarchar("key0", 9)).asLong());
    HiveVarchar interrupted =
        new HiveVarchar("key1", 9) {
          @Override
          public String toString() {
            assertEquals(1, shared.find(map, new HiveVarchar("key1", 9)).asLong());
            return super.toString();
          }
        };
    assertEquals(1, shared.find(map, interrupted).asLong());
  }

  @Test
  void find_keyObjectThatChanges_isLookedUpAnew() {
    MapLookup lookup = lookup("varchar(9)");
    Value map = map("map<varchar(9),int>");
    HiveVarchar wanted = new HiveVarchar("key2", 9);
    assertEquals(2, lookup.find(map, wanted).asLong());
    wanted.setValue("key3");
    assertEquals(3, lookup.find(map, wanted).asLong());
  }
}
