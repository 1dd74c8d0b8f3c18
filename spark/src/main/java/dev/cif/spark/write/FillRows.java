package dev.cif.spark.write;

import dev.cif.format.schema.CifSchema;
import dev.cif.spark.table.RowAddress;
import dev.cif.spark.table.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows that set columns: which of their columns are the {@link RowAddress}, and which are set.
 *
 * @param split position of the split-directory's path
 * @param row position of the row's number
 * @param set positions of the columns that are set
 * @param columns these columns, in this order
 */
record FillRows(int split, int row, List<Integer> set, CifSchema columns) {
  /**
   * Divides the columns of a data frame.
   *
   * @throws IllegalArgumentException if it lacks the address or a column that is set, or a type has
   *     no counterpart
   */
  static FillRows of(StructType rows) {
    int split = -1;
    int row = -1;
    List<Integer> set = new ArrayList<>();
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < rows.fields().length; i++) {
      StructField field = rows.fields()[i];
      if (field.name().equalsIgnoreCase(RowAddress.SPLIT)) {
        split = field.dataType().equals(DataTypes.StringType) ? i : -1;
      } else if (field.name().equalsIgnoreCase(RowAddress.ROW)) {
        row = field.dataType().equals(DataTypes.LongType) ? i : -1;
      } else {
        set.add(i);
        fields.add(field);
      }
    }
    if (split < 0 || row < 0 || set.isEmpty()) {
      throw new IllegalArgumentException(
          "to set columns, the rows need "
              + RowAddress.SPLIT
              + ", "
              + RowAddress.ROW
              + " and the columns that are set, not "
              + rows.toDDL());
    }
    return new FillRows(split, row, List.copyOf(set), SparkTypes.schema(fields));
  }
}
