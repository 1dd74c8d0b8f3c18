package dev.cif.format.internal.sort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.options.SortOptions;
import dev.cif.format.options.SortOrder;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many sorters a task has, all together take a bounded part of the heap. */
class SortMemoryTest {
  private static final CifSchema SCHEMA = CifSchema.of(List.of("s"), List.of(CifType.STRING));
  private static final long ALL = Runtime.getRuntime().maxMemory() / 8;

  @TempDir Path folder;

  private RowSorter sorter(long memory) {
    return new RowSorter(
        new org.apache.hadoop.fs.Path(folder.toString()),
        SCHEMA,
        new SortOptions(SortOrder.parse("s"), folder.toString()),
        memory);
  }

  @Test
  void eachHasItsShare_andNoMoreThanItWasGiven() throws Exception {
    List<RowSorter> open = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      open.add(sorter(ALL));
    }
    assertTrue(SortMemory.share(ALL) <= ALL / 50, SortMemory.share(ALL) + " of " + ALL);
    assertEquals(100, SortMemory.share(100));
    long share = SortMemory.share(ALL);
    RowSorter one = open.get(0);
    byte[] text = new byte[20_000];
    long rows = 0;
    while (one.runs() == 0) {
      ((BytesVector) one.column(0)).append(text);
      one.endRow();
      rows++;
    }
    // A key of zeros takes twice its bytes beside the value; it is looked at after some rows.
    assertTrue(rows * 3 * text.length < share + 300L * 3 * text.length, rows + " rows");
    for (RowSorter sorter : open) {
      sorter.close();
    }
    assertTrue(SortMemory.share(ALL) > share);
  }
}
