-- CREATE TABLE LIKE, temporary tables, comments and properties (Hive: create_like*, temp_table*, parquet_create).
-- runs: nightly
CREATE TABLE t (a int COMMENT 'first', b array<string>) PARTITIONED BY (p int COMMENT 'part') STORED AS ${format} TBLPROPERTIES ('some' = 'thing');
INSERT INTO t PARTITION (p = 1) SELECT 1, array('x');
CREATE TABLE u LIKE t;
INSERT INTO u PARTITION (p) SELECT a + 1, b, p + 1 FROM t;
SELECT * FROM u;
DESCRIBE u;
CREATE TEMPORARY TABLE tmp_q (k int, m map<string, int>) STORED AS ${format};
INSERT INTO tmp_q SELECT 1, map('x', 1);
SELECT k, m['x'] FROM tmp_q;
DROP TABLE tmp_q;
CREATE TEMPORARY TABLE tmp_q STORED AS ${format} AS SELECT a, b[0] AS b0 FROM t;
SELECT * FROM tmp_q;
DROP TABLE tmp_q;
CREATE EXTERNAL TABLE e LIKE t LOCATION '${dir}/e';
INSERT INTO e PARTITION (p = 7) SELECT 5, array();
SELECT * FROM e;
