-- CIF in an Impala without a patch: a data source. docs/IMPALA.md explains the settings.
-- First put the jar where every impalad can read it:
--   hdfs dfs -put cif-impala-data-source-<version>-impala.jar /user/impala/cif-data-source.jar

CREATE DATA SOURCE IF NOT EXISTS cif
LOCATION '/user/impala/cif-data-source.jar'
CLASS 'dev.cif.impala.CifDataSource'
API_VERSION 'V1';

-- The table of sql/quickstart.sql as Hive wrote it. Impala's table has the columns of primitive
-- types; content_type is one value of the map in each row. CACHE_CLASS:: lets Impala load the class
-- once, not for each query. A quote inside the init string is written \'.
CREATE TABLE pages (
  url STRING,
  fetched TIMESTAMP,
  content_type STRING,
  content STRING,
  language STRING)
PRODUCED BY DATA SOURCE cif(
'CACHE_CLASS::{
  "path": "hdfs:///user/hive/warehouse/pages",
  "columns": {"content_type": "metadata[\'content-type\']"},
  "invalid_utf8": "replace"
}');

-- Opens the file of metadata only, and of each map decodes one value.
SELECT content_type, count(*) FROM pages GROUP BY content_type;

-- The condition on url is evaluated by the data source: blocks whose smallest and greatest url rule
-- it out are not read. EXPLAIN shows it under "data source predicates".
EXPLAIN SELECT content_type FROM pages WHERE url >= 'http://b' AND url < 'http://c';

-- Needs no column: the schema files alone are read.
SELECT count(*) FROM pages;

-- A table that Hive partitioned by day and country: the folders' values are columns, and a condition
-- on them leaves out partitions.
CREATE TABLE visits (
  visited TIMESTAMP,
  revenue DECIMAL(10,2),
  first_tag STRING,
  city STRING,
  day DATE,
  country STRING)
PRODUCED BY DATA SOURCE cif(
'CACHE_CLASS::{
  "path": "hdfs:///user/hive/warehouse/visits",
  "columns": {"first_tag": "tags[0]", "city": "address.city"},
  "timestamp_predicates": true
}');

SELECT country, sum(revenue) FROM visits WHERE day >= DATE '2026-01-01' GROUP BY country;

-- Settings are changed by dropping the table and creating it again; the rows stay where they are.
DROP TABLE visits;
DROP TABLE pages;
DROP DATA SOURCE cif;
