package dev.cif.hive.serde;

import dev.cif.format.CifType;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Hive's types and CIF's, which are written alike. */
public final class HiveTypes {
  private HiveTypes() {}

  /**
   * The CIF type of a Hive type.
   *
   * @throws IllegalArgumentException if CIF has none (void, intervals)
   */
  public static CifType toCif(TypeInfo type) {
    return CifType.parse(type.getTypeName());
  }

  /** The Hive type of a CIF type. */
  public static TypeInfo toHive(CifType type) {
    return TypeInfoUtils.getTypeInfoFromTypeString(type.toString());
  }
}
