-- Rows go from a text table to the format, to ORC and Parquet, and back, unchanged.
-- engines: tez, mr
CREATE TABLE txt (a int, s string, d decimal(8, 2), l array<string>, m map<int, string>) STORED AS TEXTFILE;
INSERT INTO txt SELECT 1, 'one', 1.25, array('x', 'y'), map(1, 'a') UNION ALL SELECT 2, NULL, NULL, cast(NULL AS array<string>), cast(NULL AS map<int, string>);
CREATE TABLE t STORED AS ${format} AS SELECT * FROM txt;
CREATE TABLE o STORED AS ORC AS SELECT * FROM t;
CREATE TABLE p STORED AS PARQUET AS SELECT * FROM t;
INSERT INTO t SELECT a + 10, s, d, l, m FROM o;
INSERT INTO t SELECT a + 20, s, d, l, m FROM p;
SELECT * FROM t;
SELECT t.a, o.s, txt.l FROM t JOIN o ON t.a = o.a + 10 JOIN txt ON txt.a = o.a;
CREATE TABLE parts (a int, s string) PARTITIONED BY (d string) STORED AS TEXTFILE;
INSERT INTO parts PARTITION (d = 'text') VALUES (1, 'one');
ALTER TABLE parts SET FILEFORMAT ${format};
INSERT INTO parts PARTITION (d = 'new') VALUES (2, 'two');
SELECT * FROM parts;
SET hive.fetch.task.conversion=none;
SELECT d, a, s FROM parts;
