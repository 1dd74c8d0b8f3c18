package dev.cif.cli.impala;

import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Kind;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.LongVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Partition column of a table of anchors.
 *
 * @param name name in lower case
 * @param impalaType type in Impala's DDL
 */
public record PartitionColumn(String name, String impalaType) {
  /**
   * Returns the columns that the folders {@code name=value} on the paths to the splits make. A
   * column has the type of the table file, if Impala then reads every folder as it is named: it
   * passes over a partition whose text is no value of the type, and over all but one of those with
   * equal values. Else it is a STRING.
   *
   * @param described table file; null if there is none
   */
  public static List<PartitionColumn> of(Path table, List<Path> splits, DescribedTable described) {
    Set<String> names = new LinkedHashSet<>();
    List<FolderValues> values = new ArrayList<>();
    for (Path split : splits) {
      FolderValues folders = FolderValues.of(table, split);
      names.addAll(folders.keys());
      values.add(folders);
    }
    List<PartitionColumn> columns = new ArrayList<>();
    for (String name : names) {
      CifType type = described == null ? null : typeOf(name, described);
      boolean isTyped = type != null && isPartitionType(type) && fits(name, type, values);
      columns.add(new PartitionColumn(name, isTyped ? AnchorTableDdl.impalaType(type) : "STRING"));
    }
    return List.copyOf(columns);
  }

  private static CifType typeOf(String name, DescribedTable described) {
    for (Column column : described.partitionColumns()) {
      if (column.name().equalsIgnoreCase(name)) {
        return column.type();
      }
    }
    return null;
  }

  /** Returns true for types whose texts Hive and Impala read alike, other than texts themselves. */
  private static boolean isPartitionType(CifType type) {
    return type.isInteger()
        || type.kind() == Kind.BOOLEAN
        || type.kind() == Kind.DATE
        || type.kind() == Kind.DECIMAL;
  }

  /** Returns true if each text is a value of a type, and texts that differ are values that do. */
  private static boolean fits(String name, CifType type, List<FolderValues> values) {
    Map<Object, String> texts = new HashMap<>();
    for (FolderValues folders : values) {
      String text = folders.text(name);
      if (text == null) {
        continue;
      }
      ColumnVector value = folders.valueOrNull(name, type);
      if (value.isNull(0) || !text.equals(text.trim())) {
        return false;
      }
      Object number =
          value instanceof LongVector v
              ? v.values[0]
              : ((DecimalVector) value).decimal(0).stripTrailingZeros();
      if (!text.equals(texts.computeIfAbsent(number, any -> text))) {
        return false;
      }
    }
    return true;
  }
}
