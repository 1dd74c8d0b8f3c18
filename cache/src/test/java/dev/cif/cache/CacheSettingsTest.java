package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One setting turns the cache on, for who knows nothing of it. */
class CacheSettingsTest {
  @TempDir Path folder;
  private final Configuration job = new Configuration(false);

  @Test
  void withoutSettings_thereIsNoCache() {
    assertEquals(CacheSettings.DEFAULT, CacheSettings.from(job));
    assertNull(ReadOptions.from(job).columnCache());
    assertEquals(ReadOptions.DEFAULT, ReadOptions.from(job));
  }

  @Test
  void defaults_areThoseOfThePage() throws IOException {
    Path page = Path.of(System.getProperty("cif.docs", "../docs"), "CONFIGURATION.md");
    String text = Files.readString(page, StandardCharsets.UTF_8);
    CacheSettings byDefault = CacheSettings.DEFAULT;
    expectRow(text, CacheSettings.SIZE, byDefault.size());
    expectRow(text, CacheSettings.DIRECT, byDefault.direct());
    expectRow(
        text, CacheSettings.VERIFY, byDefault.verify().name().toLowerCase(java.util.Locale.ROOT));
    expectRow(text, CacheSettings.FREE_MEMORY, byDefault.freeMemory());
  }

  private static void expectRow(String page, String property, Object byDefault) {
    String row = "| `" + property + "` | `" + byDefault + "` |";
    assertTrue(page.contains(row), row);
  }

  @Test
  void values_areTaken() {
    job.set(CacheSettings.SIZE, " 4096 ");
    job.set(CacheSettings.DIRECT, "false");
    job.set(CacheSettings.VERIFY, "EACH");
    job.set(CacheSettings.FREE_MEMORY, "0");
    assertEquals(new CacheSettings(4096, false, Verify.EACH, 0), CacheSettings.from(job));
  }

  @Test
  void otherValues_areRefusedByName() {
    for (String property : new String[] {CacheSettings.SIZE, CacheSettings.FREE_MEMORY}) {
      for (String refused : new String[] {"-1", "1g", "9223372036854775808"}) {
        expectRefused(property, refused);
      }
    }
    expectRefused(CacheSettings.VERIFY, "never");
  }

  private static void expectRefused(String property, String value) {
    Configuration job = new Configuration(false);
    job.set(property, value);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ReadOptions.from(job));
    assertTrue(e.getMessage().startsWith(property + " is '" + value + "': "), e.getMessage());
  }

  @Test
  void size_turnsTheCacheOfTheProcessOn() throws Exception {
    job.setLong(CacheSettings.SIZE, 16 << 20);
    TestSplit split = TestSplit.write(folder.resolve("split"), 1);
    TestFiles files = TestFiles.far();
    ReadOptions options = ReadOptions.from(job);
    assertEquals(options, ReadOptions.from(job));
    split.expectScanned(files, options);
    long bytes = files.columnBytes();
    split.expectScanned(files, ReadOptions.from(job));
    assertEquals(bytes, files.columnBytes());

    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName bean = new ObjectName(CacheBean.NAME);
    assertEquals(16L << 20, server.getAttribute(bean, "Limit"));
    assertEquals(2, server.getAttribute(bean, "Files"));
    assertEquals(bytes, server.getAttribute(bean, "BytesPlain"));
    assertEquals(3L, server.getAttribute(bean, "Requests"));
    assertEquals(server.getAttribute(bean, "Bytes"), server.getAttribute(bean, "IdleBytes"));
    assertTrue((long) server.getAttribute(bean, "Hits") > 0);
  }
}
