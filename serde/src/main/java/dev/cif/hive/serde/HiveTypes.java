package dev.cif.hive.serde;

import dev.cif.format.schema.CifType;
import dev.cif.hive.version.HivePlans;
import java.time.ZoneId;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

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

  /**
   * Returns a type whose timestamps with local time zone, at any depth, are in a session's zone.
   * Hive reads literals and shows values in the zone that the inspector's type names.
   */
  static TypeInfo inZone(TypeInfo type, ZoneId zone) {
    switch (type.getCategory()) {
      case PRIMITIVE:
        return type instanceof TimestampLocalTZTypeInfo
            ? TypeInfoFactory.getTimestampTZTypeInfo(zone)
            : type;
      case LIST:
        return TypeInfoFactory.getListTypeInfo(
            inZone(((ListTypeInfo) type).getListElementTypeInfo(), zone));
      case MAP:
        MapTypeInfo map = (MapTypeInfo) type;
        return TypeInfoFactory.getMapTypeInfo(
            inZone(map.getMapKeyTypeInfo(), zone), inZone(map.getMapValueTypeInfo(), zone));
      case STRUCT:
        StructTypeInfo struct = (StructTypeInfo) type;
        return TypeInfoFactory.getStructTypeInfo(
            HivePlans.fieldNames(struct), inZone(HivePlans.fieldTypes(struct), zone));
      default:
        return TypeInfoFactory.getUnionTypeInfo(
            inZone(((UnionTypeInfo) type).getAllUnionObjectTypeInfos(), zone));
    }
  }

  static List<TypeInfo> inZone(List<TypeInfo> types, ZoneId zone) {
    return types.stream().map(type -> inZone(type, zone)).toList();
  }
}
