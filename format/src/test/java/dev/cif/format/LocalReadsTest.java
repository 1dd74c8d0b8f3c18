package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which reads count as local, outside of HDFS. */
class LocalReadsTest {
  private static final String HDFS = "org.apache.hadoop.hdfs.client.HdfsDataInputStream";

  @TempDir Path folder;

  /** The class path of this test, without HDFS's client. */
  private static final class WithoutHdfs extends URLClassLoader {
    WithoutHdfs() throws MalformedURLException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] classPath() throws MalformedURLException {
      List<URL> urls = new ArrayList<>();
      for (String entry :
          System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
        if (!entry.contains("hadoop-hdfs")) {
          urls.add(Path.of(entry).toUri().toURL());
        }
      }
      return urls.toArray(new URL[0]);
    }
  }

  @Test
  void localFile_allBytesAreLocal() throws IOException {
    long[] bytes = FarFiles.writeAndRead(LocalFiles.fs(), folder.toString());
    assertTrue(bytes[0] > 0);
    assertEquals(bytes[0], bytes[1]);
  }

  @Test
  void otherFileSystem_noByteIsLocal() throws IOException {
    long[] bytes = FarFiles.writeAndRead(folder.toString());
    assertTrue(bytes[0] > 0);
    assertEquals(0, bytes[1]);
  }

  @Test
  void classPathWithoutHdfs_readsAndCountsNoByteAsLocal() throws Exception {
    assertEquals(HDFS, Class.forName(HDFS).getName());
    long[] expected = FarFiles.writeAndRead(folder.resolve("with").toString());
    try (URLClassLoader loader = new WithoutHdfs()) {
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(HDFS));
      Class<?> files = loader.loadClass(FarFiles.class.getName());
      assertEquals(loader, files.getClassLoader());
      Method method = files.getDeclaredMethod("writeAndRead", String.class);
      method.setAccessible(true);
      Object bytes = method.invoke(null, folder.resolve("without").toString());
      assertArrayEquals(expected, (long[]) bytes);
    }
  }
}
