package dev.cif.format.internal.row;

import dev.cif.format.schema.CifType;
import java.util.List;
import java.util.stream.Stream;

/** The types that the contract of the row layouts is proved over. */
final class TestTypes {
  static final List<CifType> PRIMITIVES =
      Stream.of(
              "boolean",
              "tinyint",
              "smallint",
              "int",
              "bigint",
              "date",
              "float",
              "double",
              "decimal(9,2)",
              "decimal(18,0)",
              "decimal(38,10)",
              "string",
              "varchar(20)",
              "char(5)",
              "binary",
              "timestamp",
              "timestamp with local time zone")
          .map(CifType::parse)
          .toList();

  static final List<CifType> NESTED =
      Stream.of(
              "array<int>",
              "array<string>",
              "array<array<array<bigint>>>",
              "struct<a:int,b:string,c:struct<d:double,e:array<date>>>",
              "uniontype<int,string,array<decimal(38,10)>>",
              "array<struct<a:tinyint,m:map<string,uniontype<boolean,timestamp>>>>",
              "struct<u:uniontype<string,struct<x:float,y:map<int,binary>>>,z:boolean>")
          .map(CifType::parse)
          .toList();

  static final List<CifType> MAPS =
      Stream.of(
              "map<string,string>",
              "map<string,int>",
              "map<bigint,double>",
              "map<boolean,string>",
              "map<decimal(20,3),timestamp>",
              "map<binary,array<string>>",
              "map<varchar(9),map<string,struct<a:int,b:array<string>>>>",
              "map<smallint,uniontype<int,string>>")
          .map(CifType::parse)
          .toList();

  static final List<CifType> ALL =
      Stream.of(PRIMITIVES, NESTED, MAPS).flatMap(List::stream).toList();

  private TestTypes() {}
}
