package dev.cif.format.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cif.sort.by} is read as it is documented; other texts are refused. */
class SortOrderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a | a",
        "A ASC nulls FIRST | A",
        "a,b desc | a, b desc",
        " a  desc  nulls last , b nulls last | a desc, b nulls last",
        "a desc nulls first | a desc nulls first",
        "`odd, ``name` desc, b | `odd, ``name` desc, b",
        "größe | `größe`",
        "desc | desc",
      })
  void saysColumnsDirectionsAndNulls(String text, String expected) {
    SortOrder order = SortOrder.parse(text);
    assertEquals(expected, order.toString());
    assertEquals(order, SortOrder.parse(order.toString()));
  }

  @Test
  void nullsAreWhereHiveHasThemInSortedTables() {
    SortOrder order = SortOrder.parse("a, b desc");
    assertEquals(
        List.of(new SortOrder.Key("a", true, true), new SortOrder.Key("b", false, false)),
        order.keys());
    assertTrue(SortOrder.parse("  ").isNone());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,", ",a", "a b", "a desc nulls", "a desc nulls up", "`a", "a, A"})
  void isRefusedByNameAndValue(String text) {
    CifSchema schema = CifSchema.of(List.of("a"), List.of(CifType.INT));
    Map<String, String> properties = Map.of("cif.sort.by", text);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> WriteOptions.fromProperties(schema, properties::get))
            .getMessage();
    assertTrue(message.startsWith("cif.sort.by is '" + text + "': "), message);
  }

  @Test
  void columnsMustBeThereAndHaveAnOrder() {
    CifSchema schema =
        CifSchema.of(List.of("a", "m"), List.of(CifType.INT, CifType.parse("map<string,int>")));
    SortOrder.parse("A desc").expectFit(schema);
    assertEquals(
        "cif.sort.by is 'a, b': column 'b': there is no such column in the files; there are [a, m]"
            + " (rows of a partition all have its values: leave partition columns out)",
        message(schema, "a, b"));
    assertEquals(
        "cif.sort.by is 'm': column 'm': values of type map<string,int> have no order; sort by"
            + " columns of primitive types",
        message(schema, "m"));
  }

  private static String message(CifSchema schema, String text) {
    return assertThrows(
            IllegalArgumentException.class, () -> SortOrder.parse(text).expectFit(schema))
        .getMessage();
  }
}
