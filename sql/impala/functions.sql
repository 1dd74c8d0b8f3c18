-- Functions over the JSON texts that CIF's data source shows for maps, lists and structs.
-- docs/IMPALA.md, "Complex columns", says how to build the library. First put it where every impalad can read it:
--   hdfs dfs -put libcif_udf.so /user/impala/libcif_udf.so

CREATE FUNCTION IF NOT EXISTS cif_map_get(STRING, STRING) RETURNS STRING
LOCATION '/user/impala/libcif_udf.so' SYMBOL='CifMapGet';

CREATE FUNCTION IF NOT EXISTS cif_map_keys(STRING) RETURNS STRING
LOCATION '/user/impala/libcif_udf.so' SYMBOL='CifMapKeys';

CREATE FUNCTION IF NOT EXISTS cif_list_get(STRING, INT) RETURNS STRING
LOCATION '/user/impala/libcif_udf.so' SYMBOL='CifListGet';

CREATE FUNCTION IF NOT EXISTS cif_struct_get(STRING, STRING) RETURNS STRING
LOCATION '/user/impala/libcif_udf.so' SYMBOL='CifStructGet';
