package dev.cif.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void print_cells_areAlignedAndOneLineEach() {
    TextTable table = new TextTable(List.of("name", ">n", "rest"));
    table.add("a\nb", "1", "x");
    table.add("\ud83d\ude00", "12345", "");
    assertEquals(
        "name      n  rest\n----  -----  ----\na\\nb      1  x\n\ud83d\ude00     12345\n",
        table.toString());
    assertThrows(IllegalArgumentException.class, () -> table.add("one"));
  }

  @Test
  void rows_haveValuesByHeadings() {
    TextTable table = new TextTable(List.of("name", ">n", "n", "n_2"));
    table.add(Cell.text("x"), Cell.bytes(2048), new Cell("-", null), Cell.count(1000));
    assertEquals(
        "[{name=x, n=2048, n_2=null, n_2_2=1000}]", table.rows().toString(), table::toString);
    assertTrue(table.toString().endsWith("x     2.0 KiB  -  1,000\n"), table::toString);
  }

  @Test
  void bytes_amounts_haveUnits() {
    assertEquals("1023 B", Amounts.bytes(1023));
    assertEquals("1.5 KiB", Amounts.bytes(1536));
    assertEquals("8.0 EiB", Amounts.bytes(Long.MAX_VALUE));
    assertEquals("1 row", Amounts.count(1, "row"));
    assertEquals("1,000 rows", Amounts.count(1000, "row"));
  }
}
