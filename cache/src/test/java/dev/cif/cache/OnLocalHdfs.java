package dev.cif.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cache.CacheSettings.Verify;
import dev.cif.format.options.ReadOptions;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests on a cluster that they share, and leave as it was. Without the tag of {@code cif-hdfs}: no
 * module that needs the cache is to wait for that one's tests.
 */
@Tag("cluster")
@ExtendWith(OnLocalHdfs.Shared.class)
abstract class OnLocalHdfs {
  static LocalHdfs hdfs;

  /** Starts the cluster for the first class of tests; it ends after the last. */
  static final class Shared implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      hdfs =
          context
              .getRoot()
              .getStore(ExtensionContext.Namespace.GLOBAL)
              .getOrComputeIfAbsent(LocalHdfs.class, key -> LocalHdfs.start(), LocalHdfs.class);
    }
  }

  final BufferCache cache = new BufferCache();
  final Counters counters = cache.counters();

  @BeforeEach
  void empty() {
    cache.resize(0, 0);
    cache.resize(64 << 20, 0);
  }

  static TestSplit copy(int replicas) throws IOException {
    return hdfs.write(replicas, null, LocalHdfs.BLOCK);
  }

  ReadOptions options(DirectFile.Opener opener) {
    return ReadOptions.DEFAULT.withColumnCache(new JobCache(cache, opener, Verify.ONCE));
  }

  static org.apache.hadoop.fs.Path numbers(TestSplit split) {
    return new org.apache.hadoop.fs.Path(split.directory(), "1-n.col");
  }

  static long length(TestSplit split) throws IOException {
    return hdfs.fs().getFileStatus(numbers(split)).getLen();
  }

  /** Reads a split whose numbers can't be read past the client, unlike its words. */
  void expectPlain(TestSplit split, DirectFile.Opener opener) throws IOException {
    expectPlain(split, hdfs.fs(), opener);
  }

  void expectPlain(TestSplit split, FileSystem fs, DirectFile.Opener opener) throws IOException {
    long refused = counters.directRefused.sum();
    long plain = counters.bytesPlain.sum();
    split.expectScanned(fs, options(opener));
    assertTrue(counters.directRefused.sum() > refused);
    assertTrue(counters.bytesPlain.sum() - plain >= length(split));
  }

  void expectDirect(TestSplit split) throws IOException {
    long refused = counters.directRefused.sum();
    long plain = counters.bytesPlain.sum();
    long direct = counters.bytesDirect.sum();
    split.expectScanned(hdfs.fs(), options(DirectFile::open));
    assertEquals(refused, counters.directRefused.sum());
    assertEquals(plain, counters.bytesPlain.sum());
    assertTrue(counters.bytesDirect.sum() - direct >= length(split));
  }

  /** The numbers of a file as the NameNode tells of it, or tells another tale. */
  static DirectFile.Opener tale(UnaryOperator<LocatedBlocks> told) {
    return (fs, path, length) ->
        new HdfsFile(
            () -> told.apply(hdfs.locate(path)), new ShortCircuit(hdfs.fs().getConf()), length);
  }

  /** A tale of one file; of others the NameNode tells. */
  static DirectFile.Opener once(org.apache.hadoop.fs.Path file, UnaryOperator<LocatedBlocks> told) {
    return (fs, path, length) ->
        path.getName().equals(file.getName())
            ? tale(told).open(fs, path, length)
            : DirectFile.open(hdfs.fs(), path, length);
  }

  /** A client with other settings. */
  static FileSystem client(String... settings) throws IOException {
    Configuration conf = new Configuration(hdfs.fs().getConf());
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return FileSystem.newInstance(hdfs.fs().getUri(), conf);
  }
}
