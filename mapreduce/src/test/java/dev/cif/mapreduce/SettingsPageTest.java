package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.mapreduce.derive.DerivedColumn;
import dev.cif.mapreduce.derive.ValuesByKey;
import dev.cif.mapreduce.join.BucketTables;
import dev.cif.mapreduce.scan.ScanOptions;
import dev.cif.mapreduce.write.OutputOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/MAPREDUCE.md has every setting that the code knows. */
class SettingsPageTest {
  private static final Pattern ROW = Pattern.compile("\\| `(cif\\.[a-z.]+)` \\|.*");

  @Test
  void pageHasEverySettingAndNoOther() throws Exception {
    Set<String> known = new TreeSet<>();
    List<Class<?>> all =
        List.of(
            ScanOptions.class,
            OutputOptions.class,
            DerivedColumn.class,
            ValuesByKey.class,
            BucketTables.class);
    for (Class<?> options : all) {
      for (Field field : options.getDeclaredFields()) {
        if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
          known.add((String) field.get(null));
        }
      }
    }
    // The beginning of all names is none.
    known.remove(ScanOptions.PREFIX);
    assertEquals(known, page());
  }

  private static Set<String> page() throws IOException {
    Set<String> settings = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../docs/MAPREDUCE.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        settings.add(row.group(1));
      }
    }
    return settings;
  }
}
