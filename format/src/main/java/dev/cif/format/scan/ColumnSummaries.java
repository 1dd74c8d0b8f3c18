package dev.cif.format.scan;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ValueSummary;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Summaries of the columns of a table or partition, FORMAT.md section 5.4, for the statistics of an
 * engine's planner. They come from schema files alone.
 */
public final class ColumnSummaries {
  /**
   * Greatest number of split-directories whose schema files are worth reading for a plan, or for
   * the statistics of one statement.
   */
  public static final int MOST_SPLITS = 1_000;

  private ColumnSummaries() {}

  /**
   * Reads the summaries of some columns over split-directories.
   *
   * @param columns names of the columns, in lower case, and their types in the table
   * @return summaries by these names, of the columns whose bounds are exact and of which all
   *     split-directories have summaries; none if a row is deleted
   * @throws dev.cif.format.schema.CifException if a schema file is damaged, or has a summary that
   *     cannot be
   */
  public static Map<String, ValueSummary> read(
      List<FoundSplit> splits,
      ReadOptions options,
      TableColumns table,
      Map<String, CifType> columns)
      throws IOException {
    List<Map<String, ValueSummary>> all =
        Planner.visit(
            splits,
            split -> {
              try (SplitReader reader = split.read(options, table)) {
                return of(reader, columns);
              }
            });
    Map<String, ValueSummary> merged = new HashMap<>();
    columns.keySet().forEach(name -> merged.put(name, ValueSummary.NONE));
    for (Map<String, ValueSummary> one : all) {
      merged.keySet().retainAll(one.keySet());
      merged.replaceAll((name, summary) -> summary.merge(one.get(name)));
    }
    return merged;
  }

  private static Map<String, ValueSummary> of(SplitReader split, Map<String, CifType> columns)
      throws IOException {
    Map<String, ValueSummary> summaries = new HashMap<>();
    if (split.liveRows() < split.rows()) {
      return summaries;
    }
    for (Map.Entry<String, CifType> column : columns.entrySet()) {
      String name = column.getKey();
      int i = split.schema().indexOf(name);
      if (i >= 0) {
        boolean isAlike = areAlike(split.schema().column(i).type(), column.getValue());
        ValueSummary summary = isAlike ? split.summary(i) : null;
        if (summary != null && isExact(summary)) {
          summaries.put(name, summary);
        }
      } else if (split.defaultOf(name) == null) {
        summaries.put(name, ValueSummary.ofNulls(split.rows()));
      }
    }
    return summaries;
  }

  /** Returns true if equal values of two types have equal hashes and bounds. */
  private static boolean areAlike(CifType stored, CifType wanted) {
    boolean isSpecial = isSpecial(stored) || isSpecial(wanted);
    return stored.physical() == wanted.physical()
        && (!isSpecial || stored.kind() == wanted.kind())
        && stored.kind().isPrimitive();
  }

  private static boolean isSpecial(CifType type) {
    return type.kind() == CifType.Kind.BOOLEAN || type.kind() == CifType.Kind.DATE;
  }

  /** Returns true if the bounds are those of the values; texts are too long for that. */
  private static boolean isExact(ValueSummary summary) {
    boolean isText = summary.statistics().min() instanceof byte[];
    boolean isEmpty = summary.statistics().nulls() == summary.statistics().rows();
    boolean hasBounds = summary.statistics().minExact() && summary.statistics().maxExact();
    return (isText || isEmpty || hasBounds) && !summary.statistics().hasNan();
  }
}
