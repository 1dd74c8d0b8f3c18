package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class FolderValuesTest {
  @Test
  void folderNames_areReadAgain() {
    Path table = new Path("file:/t");
    for (String text :
        List.of("a", "a b", "b/c=d", "100%", "%2F", "q'\"", "\u0001\u007f", "größe")) {
      for (String key : List.of("k", "k k", "k=1")) {
        String name = FolderValues.folder(key, text);
        FolderValues values = FolderValues.of(table, new Path(new Path(table, name), "split"));
        assertEquals(text, values.text(key), name);
      }
    }
  }

  @Test
  void folderNames_areThoseOfHive() {
    assertEquals("k=b%2Fc%3Dd %5B%7B%0A", FolderValues.folder("k", "b/c=d [{\n"));
    assertEquals("k=__HIVE_DEFAULT_PARTITION__", FolderValues.folder("k", null));
    assertEquals("k=__HIVE_DEFAULT_PARTITION__", FolderValues.folder("k", ""));
  }
}
