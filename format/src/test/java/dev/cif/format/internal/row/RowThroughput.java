package dev.cif.format.internal.row;

import dev.cif.format.internal.Block;
import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Compression;
import dev.cif.format.schema.Layout;
import dev.cif.format.value.MapKey;
import dev.cif.format.value.Value;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToLongFunction;

/**
 * Prints nanoseconds of processor time a row for reading maps and one key of them in each row
 * layout. Not a test; run it by its main method. Opening the block (and inflating it) is part of
 * each time.
 */
final class RowThroughput {
  private static final int ROWS = Integer.getInteger("rows", 4096);
  private static final int RUNS = 15;
  private static final String[] HEADERS = {
    "content-type",
    "content-length",
    "server",
    "date",
    "last-modified",
    "etag",
    "cache-control",
    "expires",
    "set-cookie",
    "x-powered-by",
    "vary",
    "location"
  };

  /** The thread's own time: others may share the machine. */
  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

  private RowThroughput() {}

  /** Eight of twelve headers a row, values of 5 to 40 bytes. */
  private static MapVector crawl() {
    Random random = new Random(1);
    MapVector maps = new MapVector(CifType.parse("map<string,string>"));
    for (int row = 0; row < ROWS; row++) {
      maps.append(8);
      int first = random.nextInt(5);
      for (int k = 0; k < 8; k++) {
        ((BytesVector) maps.keys()).append(k == 0 ? HEADERS[0] : HEADERS[first + k]);
        ((BytesVector) maps.values()).append("v".repeat(5 + random.nextInt(36)));
      }
    }
    return maps;
  }

  /** The paper's maps: ten random keys of four letters. */
  private static MapVector paper() {
    Random random = new Random(2);
    MapVector maps = new MapVector(CifType.parse("map<string,int>"));
    for (int row = 0; row < ROWS; row++) {
      maps.append(10);
      for (int k = 0; k < 10; k++) {
        byte[] key = new byte[4];
        for (int c = 0; c < 4; c++) {
          key[c] = (byte) ('a' + random.nextInt(26));
        }
        ((BytesVector) maps.keys()).append(key);
        ((LongVector) maps.values()).append(random.nextInt(10000));
      }
    }
    return maps;
  }

  public static void main(String[] args) {
    run("crawl: 8 of 12 keys, string values", crawl(), MapKey.of("content-type"));
    MapVector paper = paper();
    run(
        "paper: 10 random keys of 4 letters",
        paper,
        MapKey.of(((BytesVector) paper.keys()).bytes(500)));
  }

  private static void run(String name, MapVector maps, MapKey hit) {
    System.out.printf(
        "%s%n%-10s %8s %8s %8s %8s %8s %8s %8s%n",
        name, "layout", "bytes", "read", "readKey", "noSuch", "find", "1 in 10", "1 in 100");
    MapKey miss = MapKey.of("no-such-key");
    ColumnVector all = ColumnVector.create(maps.type());
    ColumnVector one = ColumnVector.create(maps.type().child(1));
    for (Layout layout : new Layout[] {Layout.PLAIN, Layout.SKIPLIST, Layout.BLOCK, Layout.DCSL}) {
      ColumnOptions options =
          ColumnOptions.DEFAULT.withLayout(layout).withCompression(Compression.LZ4);
      Output out = new Output();
      RowEncoder.encode(maps, 0, ROWS, options, out);
      byte[] body = out.toByteArray();
      ToLongFunction<Block> read = b -> bulk(b, all);
      System.out.printf(
          Locale.ROOT,
          "%-10s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f%n",
          layout.text(),
          (double) body.length / ROWS,
          time(maps, options, body, read),
          time(maps, options, body, b -> key(b, hit, one)),
          time(maps, options, body, b -> key(b, miss, one)),
          time(maps, options, body, b -> find(b, hit, 1)),
          time(maps, options, body, b -> find(b, hit, 10)),
          time(maps, options, body, b -> find(b, hit, 100)));
    }
  }

  private static long bulk(Block block, ColumnVector out) {
    out.reset();
    block.read(0, ROWS, out);
    return out.size();
  }

  private static long key(Block block, MapKey key, ColumnVector out) {
    out.reset();
    block.readKey(0, ROWS, key, out);
    return out.size();
  }

  private static long find(Block block, MapKey key, int step) {
    long sum = 1;
    for (int row = 0; row < ROWS; row += step) {
      Value found = block.value(row).find(key);
      if (found != null) {
        sum += found.isNull() ? 1 : 2;
      }
    }
    return sum;
  }

  /** The median of some runs, in nanoseconds of processor time a row of the block. */
  private static double time(
      MapVector maps, ColumnOptions options, byte[] body, ToLongFunction<Block> use) {
    Input in = Input.copyOf(body, 0, body.length);
    double[] times = new double[RUNS];
    long sum = 0;
    for (int run = 0; run < RUNS; run++) {
      int repeats = 100;
      long start = THREAD.getCurrentThreadCpuTime();
      for (int k = 0; k < repeats; k++) {
        sum +=
            use.applyAsLong(
                RowBlock.open(
                    maps.type(), options.layout(), options.skips(), ROWS, in, new DecodeCounter()));
      }
      times[run] = (double) (THREAD.getCurrentThreadCpuTime() - start) / repeats / ROWS;
    }
    if (sum == 0) {
      throw new AssertionError("nothing was read");
    }
    Arrays.sort(times);
    return times[RUNS / 2];
  }
}
