package dev.cif.bench.data;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;

/**
 * Index of the events of a particle detector, after the article on ATLAS's: 56 attributes, most of
 * them text, about 1.5 KB a row as text. The first six are the key. The first three of them, a
 * project, a run and a stream, name the partition.
 *
 * <p>A partition's rows arrive as computers deliver them: one file of 5,000 events after the other,
 * the events of a moment in random order. One file in five has another version, which is part of
 * the key.
 */
public final class EventIndex extends NumberedData {
  /** Number of columns of the partition, with which the key begins. */
  public static final int PARTITION_FIELDS = 3;

  public static final int KEY_FIELDS = 6;

  /** Position of the key's numeric field. */
  public static final int EVENT = 5;

  /** Column that is searched: names of the triggers that an event passed. */
  public static final String SCANNED = "hltchains";

  /** Part of the names of triggers that about one event in ten passed. */
  public static final String PART = "ht850_loose";

  /** Columns of a short answer. */
  public static final List<String> THREE = List.of("lumiblockn", SCANNED, "aod_guid");

  static final int FILE_ROWS = 5000;
  private static final int WINDOW = 4096;
  private static final int SCRAMBLE = 0x9e3779b1;

  /** Place of a row: its partition, its number there, and the file that holds it. */
  record Place(int split, int row, int file) {
    /** Returns a generator of values that all rows of the file share. */
    SplittableRandom ofFile(long salt) {
      return new SplittableRandom(
          salt * 0x9e3779b97f4a7c15L ^ ((long) split << 32 | (file + 1)) * 0xbf58476d1ce4e5b9L);
    }

    /**
     * Returns the event's number. Numbers rise in steps, out of order within a moment, each unique.
     */
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
   * Creates an index of some partitions.
   *
   * @param rows number of rows of all partitions together
   * @param splits number of partitions, of equal numbers of rows; the last has the rest
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

  /**
   * Returns the number of a partition's first row; for the number after the last partition, the
   * number of all rows.
   */
  public long first(int split) {
    return split == splits ? rows : rows / splits * split;
  }

  private Place place(long number) {
    int split = (int) Math.min(number / (rows / splits), splits - 1);
    int row = (int) (number - first(split));
    return new Place(split, row, row / FILE_ROWS);
  }

  /** Returns the numbers of a partition's rows, in the order of arrival or of their keys. */
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
