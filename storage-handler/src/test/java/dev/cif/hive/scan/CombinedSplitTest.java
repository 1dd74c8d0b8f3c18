package dev.cif.hive.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.scan.PlannedSplit;
import dev.cif.format.schema.Snapshot;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapred.FileSplit;
import org.junit.jupiter.api.Test;

/** Which splits a task on mr gets together. */
class CombinedSplitTest {
  private static CifSplit split(String path, long rawBytes, String... hosts) {
    return new CifSplit(
        new PlannedSplit(new Path(path), Snapshot.NONE, 0, 10, 10, 0, 5, rawBytes, List.of(hosts)));
  }

  private static List<String> combine(long size, CifSplit... splits) throws Exception {
    return CombinedSplit.combine(List.of(splits), size).stream()
        .map(
            split ->
                split instanceof CombinedSplit combined
                    ? String.join(
                        " ", combined.parts().stream().map(CombinedSplitTest::name).toList())
                    : name(split))
        .toList();
  }

  private static String name(FileSplit split) {
    return split.getPath().toString();
  }

  @Test
  void combine_fillsTasksUpToTheSize_inOrder() throws Exception {
    assertEquals(
        List.of("/t/a /t/b", "/t/c", "/t/d /t/e"),
        combine(
            10,
            split("/t/a", 5),
            split("/t/b", 5),
            split("/t/c", 11),
            split("/t/d", 1),
            split("/t/e", 9)));
    assertEquals(List.of(), combine(10));
  }

  @Test
  void combine_keepsFoldersAndHostsApart() throws Exception {
    assertEquals(
        List.of("/t/d=0/a /t/d=0/c", "/t/d=1/b"),
        combine(10, split("/t/d=0/a", 1), split("/t/d=1/b", 1), split("/t/d=0/c", 1)));
    assertEquals(
        List.of("/t/a /t/c", "/t/b"),
        combine(10, split("/t/a", 1, "x", "y"), split("/t/b", 1, "y"), split("/t/c", 1, "x")));
  }

  @Test
  void combined_isWhatWasWritten() throws Exception {
    CifSplit a = split("/t/a", 4, "x", "y", "z");
    CifSplit b = split("/t/b", 3, "x", "z");
    CombinedSplit written = (CombinedSplit) CombinedSplit.combine(List.of(a, b), 10).get(0);
    assertArrayEquals(new String[] {"x", "z"}, written.getLocations());
    DataOutputBuffer out = new DataOutputBuffer();
    written.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    CombinedSplit read = new CombinedSplit();
    read.readFields(in);
    assertEquals(written.toString(), read.toString());
    assertEquals(new Path("/t/a"), read.getPath());
    assertEquals(10, read.getLength());
    assertEquals(7, read.getColumnarProjectionSize());
    assertEquals(10, read.parts().get(1).rows());
  }
}
