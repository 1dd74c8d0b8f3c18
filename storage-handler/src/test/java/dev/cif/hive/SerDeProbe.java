package dev.cif.hive;

import dev.cif.hive.serde.CifSerDe;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.SerDeException;

/** Uses a table as Hive's compiler does first; run inside the class loader of {@link HiveJarIT}. */
public final class SerDeProbe {
  /** Returns the number of columns, or the fault. */
  @Override
  public String toString() {
    Properties table = new Properties();
    table.setProperty(serdeConstants.LIST_COLUMNS, "a");
    table.setProperty(serdeConstants.LIST_COLUMN_TYPES, "int");
    try {
      CifSerDe serde = new CifSerDe();
      serde.initialize(new Configuration(false), table, null);
      return "a table of " + serde.schema().size() + " column";
    } catch (SerDeException e) {
      return e.getMessage();
    }
  }
}
