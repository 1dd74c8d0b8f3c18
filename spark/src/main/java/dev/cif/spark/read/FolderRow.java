package dev.cif.spark.read;

import dev.cif.format.scan.FolderValues;
import dev.cif.format.schema.CifException;
import dev.cif.spark.table.SparkTypes;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Values of folders {@code key=value} as a row of Spark's. */
public final class FolderRow {
  private FolderRow() {}

  /**
   * Returns the row.
   *
   * @param columns columns that are folders
   * @throws CifException if a folder's text is no value of its column's type
   */
  public static InternalRow of(FolderValues folders, StructType columns) throws CifException {
    ColumnVector[] values = new ColumnVector[columns.fields().length];
    for (int i = 0; i < values.length; i++) {
      StructField field = columns.fields()[i];
      values[i] =
          CifVector.constant(
              field.dataType(), folders.value(field.name(), SparkTypes.cif(field.dataType())));
    }
    return new ColumnarBatch(values, 1).getRow(0).copy();
  }
}
