package dev.cif.hive.table;

import dev.cif.format.schema.CifException;
import dev.cif.hive.version.HiveFeatures;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;

/** Refuses transactional tables in a Hive that can't tell which of their rows are committed. */
public final class Transactions {
  private Transactions() {}

  /**
   * Checks a table that a Hive before 3.0, such as Spark's, is to read or write.
   *
   * @param properties properties of the table
   * @throws CifException if the table is transactional
   */
  public static void expectNone(UnaryOperator<String> properties) throws CifException {
    if (Boolean.parseBoolean(properties.apply(hive_metastoreConstants.TABLE_IS_TRANSACTIONAL))) {
      throw new CifException(
          "table "
              + properties.apply("name")
              + " is transactional: which of its rows are committed only Hive 4.0 or newer knows, and"
              + " this is Hive "
              + HiveFeatures.version());
    }
  }
}
