package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/** Converts Hive's types to CIF's. Both have the same text form. */
public final class HiveTypes {
  private HiveTypes() {}

  /**
   * Returns the CIF type of a Hive type.
   *
   * @throws IllegalArgumentException if CIF has none (void, intervals)
   */
  public static CifType toCif(TypeInfo type) {
    return CifType.parse(type.getTypeName());
  }
}
