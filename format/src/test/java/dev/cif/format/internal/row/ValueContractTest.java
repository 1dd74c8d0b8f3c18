package dev.cif.format.internal.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.value.VectorValue;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of {@link Value}, for the values of vectors and of blocks. */
class ValueContractTest {
  interface Source {
    Value value(ColumnVector vector, int i);
  }

  static Stream<Source> sources() {
    Stream<Source> blocks =
        Stream.of(Layout.PLAIN, Layout.DCSL)
            .map(
                layout ->
                    (vector, i) -> {
                      boolean isMap = vector.type().kind() == CifType.Kind.MAP;
                      ColumnOptions options =
                          ColumnOptions.DEFAULT.withLayout(isMap ? layout : Layout.PLAIN);
                      return RowBlockContractTest.block(vector, 0, vector.size(), options).value(i);
                    });
    return Stream.concat(Stream.of(VectorValue::new), blocks);
  }

  static Stream<CifType> types() {
    return TestTypes.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void testVectorValue_everyPart(CifType type) {
    ColumnVector vector = new TestValues(1).column(type, 200, NullPattern.RANDOM);
    ColumnVector copy = ColumnVector.create(type);
    for (int i = 0; i < 200; i++) {
      assertEquals(
          TestValues.java(vector, i), TestValues.java(new VectorValue(vector, i), i % 2 == 0));
      new VectorValue(vector, i).appendTo(copy);
    }
    assertEquals(TestValues.java(vector), TestValues.java(copy));
  }

  @ParameterizedTest
  @MethodSource("sources")
  void testMethods_thatDoNotFitTheType(Source source) {
    LongVector numbers = new LongVector(CifType.INT);
    numbers.append(5);
    numbers.appendNull();
    Value five = source.value(numbers, 0);
    List<Consumer<Value>> others =
        List.of(
            Value::asDouble,
            Value::asBytes,
            Value::asString,
            Value::asDecimal,
            Value::seconds,
            Value::nanos,
            Value::size,
            v -> v.element(0),
            v -> v.key(0),
            v -> v.value(0),
            v -> v.find(MapKey.of(1)),
            v -> v.field(0),
            Value::tag,
            Value::branch);
    for (Consumer<Value> method : others) {
      assertThrows(IllegalStateException.class, () -> method.accept(five));
    }
    assertEquals(5, five.asLong());
    Value none = source.value(numbers, 1);
    assertTrue(none.isNull());
    assertThrows(IllegalStateException.class, none::asLong);
    BytesVector binaries = new BytesVector(CifType.BINARY);
    binaries.append("x");
    assertThrows(IllegalStateException.class, source.value(binaries, 0)::asString);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void testMap_repeatedKeysAndIndexes(Source source) {
    MapVector maps = new MapVector(CifType.parse("map<string,string>"));
    maps.append(3);
    for (String s : new String[] {"k", "first", "other", "x", "k", "last"}) {
      BytesVector v =
          (BytesVector) (maps.keys().size() > maps.values().size() ? maps.values() : maps.keys());
      v.append(s);
    }
    Value map = source.value(maps, 0);
    assertEquals("last", map.find(MapKey.of("k")).asString());
    assertNull(map.find(MapKey.of("K")));
    assertEquals("k", map.key(2).asString());
    assertEquals("first", map.value(0).asString());
    assertThrows(IndexOutOfBoundsException.class, () -> map.value(3));
    assertThrows(IndexOutOfBoundsException.class, () -> map.key(-1));
    assertThrows(IllegalArgumentException.class, () -> map.find(MapKey.of(1)));
  }
}
