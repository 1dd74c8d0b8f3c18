package dev.cif.bench.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;

/**
 * An index of the events of a particle detector, as the article on ATLAS's describes it: 56
 * attributes, most of them text, about 1.5 KB a row as text. The first six are the key, and the
 * first three of them, a project, a run and a stream, name the partition.
 *
 * <p>A partition's rows come as computers deliver them: one file of 5,000 events after the other,
 * the events of a moment in no order. One file in five is of another version, which is part of the
 * key.
 */
public final class EventIndex extends NumberedData {
  /** The key begins with the columns of the partition. */
  public static final int PARTITION_FIELDS = 3;

  public static final int KEY_FIELDS = 6;

  /** The field of the key that is a number. */
  public static final int EVENT = 5;

  /** The column that is searched: names of the triggers that an event passed. */
  public static final String SCANNED = "hltchains";

  /** Names have this part of triggers that one event in some ten passed. */
  public static final String PART = "ht850_loose";

  /** Columns of a short answer. */
  public static final List<String> THREE = List.of("lumiblockn", SCANNED, "aod_guid");

  static final int FILE_ROWS = 5000;
  private static final int WINDOW = 4096;
  private static final int SCRAMBLE = 0x9e3779b1;

  /** Where a row is: its partition, its place there, and the file that holds it. */
  record Place(int split, int row, int file) {
    /** What is one for all rows of the file. */
    SplittableRandom ofFile(long salt) {
      return new SplittableRandom(
          salt * 0x9e3779b97f4a7c15L ^ ((long) split << 32 | (file + 1)) * 0xbf58476d1ce4e5b9L);
    }

    /** Rises in steps, out of order within a moment; each once. */
    long event() {
      int within = row % WINDOW;
      int scrambled = (within * SCRAMBLE) & (WINDOW - 1);
      return 1_000_000L + 3L * (row - within + scrambled) + (row % 2);
    }
  }

  private final long rows;
  private final int splits;
  private final EventColumns columns = new EventColumns();

  /**
   * An index of some partitions.
   *
   * @param rows of all together
   * @param splits partitions, of as many rows each; the last has what is left
   */
  public EventIndex(long rows, int splits, long seed) {
    super("eventindex", EventColumns.schema(), seed);
    if (splits < 1 || rows < splits || rows / splits > Integer.MAX_VALUE / 8) {
      throw new IllegalArgumentException(rows + " rows do not fit into " + splits + " splits");
    }
    this.rows = rows;
    this.splits = splits;
  }

  public long size() {
    return rows;
  }

  public int splits() {
    return splits;
  }

  /** The number of a partition's first row; of one behind the last: how many there are. */
  public long first(int split) {
    return split == splits ? rows : rows / splits * split;
  }

  private Place place(long number) {
    int split = (int) Math.min(number / (rows / splits), splits - 1);
    int row = (int) (number - first(split));
    return new Place(split, row, row / FILE_ROWS);
  }

  /** The numbers of a partition's rows, in the order in which they come, or by their keys. */
  public long[] numbers(int split, boolean byKey) {
    long first = first(split);
    int count = (int) (first(split + 1) - first);
    if (!byKey) {
      return IntStream.range(0, count).mapToLong(row -> first + row).toArray();
    }
    Place[] places = new Place[count];
    Arrays.setAll(places, row -> place(first + row));
    Arrays.sort(
        places,
        Comparator.comparing((Place place) -> EventColumns.version(place))
            .thenComparingLong(Place::event));
    return Arrays.stream(places).mapToLong(place -> first + place.row).toArray();
  }

  @Override
  void fill(GenericRecord row, long number, SplittableRandom random) {
    columns.fill(row, place(number), random);
  }
}
