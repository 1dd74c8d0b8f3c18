package dev.cif.hive.check;

import dev.cif.format.options.SortOrder;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.table.CifTables;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.metastore.api.Order;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.SemanticException;

/**
 * Refuses to insert into a table that is declared {@code SORTED BY} other columns than its property
 * {@code cif.sort.by}: Hive joins such tables by the declared order, without sorting again.
 */
public final class SortedByCheck {
  /** The metastore's value for an ascending column. */
  private static final int ASCENDING = 1;

  private static final Set<WriteEntity.WriteType> INSERTS =
      Set.of(WriteEntity.WriteType.INSERT, WriteEntity.WriteType.INSERT_OVERWRITE);

  private SortedByCheck() {}

  public static void check(Set<WriteEntity> outputs) throws SemanticException {
    for (WriteEntity output : outputs) {
      Table table = INSERTS.contains(output.getWriteType()) ? output.getTable() : null;
      if (table != null && table.getSortCols() != null && CifTables.isCif(table)) {
        check(table);
      }
    }
  }

  private static void check(Table table) throws SemanticException {
    String property = table.getParameters().get(WriteOptions.SORT_BY);
    List<SortOrder.Key> declared = table.getSortCols().stream().map(SortedByCheck::key).toList();
    if (property == null || declared.isEmpty()) {
      return;
    }
    SortOrder order;
    try {
      order = SortOrder.parse(property);
    } catch (IllegalArgumentException e) {
      // The writer reports its fault.
      return;
    }
    List<SortOrder.Key> keys = order.keys().stream().map(SortedByCheck::inLowerCase).toList();
    int common = Math.min(keys.size(), declared.size());
    boolean isKept = keys.isEmpty() || keys.subList(0, common).equals(declared);
    if (!isKept) {
      throw new SemanticException(
          "table "
              + table.getFullyQualifiedName()
              + " is SORTED BY ("
              + new SortOrder(declared)
              + "), and Hive joins by that; "
              + WriteOptions.SORT_BY
              + " is '"
              + property
              + "', which gives another order: have it begin with those columns, or unset it");
    }
  }

  /**
   * Returns the key of a column. NULL is where Hive has it in such tables, which have no other
   * order.
   */
  private static SortOrder.Key key(Order column) {
    boolean ascending = column.getOrder() == ASCENDING;
    return inLowerCase(new SortOrder.Key(column.getCol(), ascending, ascending));
  }

  private static SortOrder.Key inLowerCase(SortOrder.Key key) {
    return new SortOrder.Key(CifSchema.foldCase(key.column()), key.ascending(), key.nullsFirst());
  }
}
