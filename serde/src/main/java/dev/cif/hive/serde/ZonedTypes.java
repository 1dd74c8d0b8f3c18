package dev.cif.hive.serde;

import dev.cif.hive.version.HivePlans;
import java.time.ZoneId;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.TimestampTZUtil;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TimestampLocalTZTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;

/**
 * Types whose timestamps with local time zone are in a session's zone. Hive before 3.0 has no such
 * type, and can't load this class.
 */
final class ZonedTypes {
  private ZonedTypes() {}

  /**
   * Returns the types of a table's columns, as a session shows them.
   *
   * @param session null for the zone of this process, as in Hive
   */
  static List<TypeInfo> of(List<TypeInfo> types, Configuration session) {
    return inZone(
        types,
        TimestampTZUtil.parseTimeZone(
            session == null ? null : session.get(ConfVars.HIVE_LOCAL_TIME_ZONE.varname)));
  }

  /**
   * Returns a type whose timestamps with local time zone, at any depth, are in a session's zone.
   * Hive reads literals and shows values in the zone that the inspector's type names.
   */
  private static TypeInfo inZone(TypeInfo type, ZoneId zone) {
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

  private static List<TypeInfo> inZone(List<TypeInfo> types, ZoneId zone) {
    return types.stream().map(type -> inZone(type, zone)).toList();
  }
}
