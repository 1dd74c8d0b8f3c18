-- CREATE TABLE AS SELECT of expressions of all types, with properties, from joins and unions (Hive: ctas, parquet_ctas, orc_createas1).
-- runs: nightly
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, h smallint, i int, l bigint, f float, d double, n decimal(12, 3), w decimal(30, 8), s string, v varchar(12), c char(8), dt date, ts timestamp)
  STORED AS ${format};
INSERT INTO t SELECT i, if(i % 11 = 0, NULL, i % 2 = 0), if(i % 13 = 0, NULL, i % 100 - 50), if(i % 17 = 0, NULL, i * 13 % 3000), if(i % 19 = 0, NULL, i * 7919 % 100000),
    if(i % 7 = 0, NULL, i * 1000000007), if(i % 5 = 0, NULL, i / 4), if(i % 23 = 0, NULL, i / 8 - 50), if(i % 29 = 0, NULL, i / 8), if(i % 31 = 0, NULL, i * 1234567.5),
    if(i % 3 = 0, NULL, concat('text ', i % 40)), if(i % 37 = 0, NULL, concat('v', i % 25)), if(i % 41 = 0, NULL, concat('c', i % 6)),
    if(i % 43 = 0, NULL, date_add('1995-03-01', i * 3)), if(i % 47 = 0, NULL, cast(concat(date_add('1999-12-01', i), ' ', lpad(i % 24, 2, '0'), ':', lpad(i % 60, 2, '0'), ':07.', lpad(i * 1001, 9, '0')) AS timestamp))
  FROM (SELECT posexplode(split(space(699), ' ')) AS (i, x)) g;

CREATE TABLE a STORED AS ${format} AS SELECT k, y + 1 AS y1, n * 2 AS n2, concat(s, v) AS sv, dt, ts, array(i, k) AS l, map(v, k) AS m, named_struct('x', d, 'y', c) AS st FROM t WHERE v IS NOT NULL;
SELECT count(*), sum(y1), sum(n2), max(sv), max(dt), max(ts), sum(l[1]), count(m), sum(st.x) FROM a;
DESCRIBE a;
CREATE TABLE b STORED AS ${format} TBLPROPERTIES ('cif.layout' = 'plain') AS SELECT c, count(*) AS n, avg(d) AS m FROM t GROUP BY c;
SELECT c, n FROM b WHERE n > 100;
CREATE TABLE u STORED AS ${format} AS SELECT k FROM a WHERE k < 5 UNION ALL SELECT n FROM b;
SELECT count(*), sum(k) FROM u;
CREATE TABLE e STORED AS ${format} AS SELECT * FROM t WHERE k < 0;
SELECT count(*), max(s) FROM e;
CREATE TABLE IF NOT EXISTS e STORED AS ${format} AS SELECT 1 AS k;
CREATE TABLE cp PARTITIONED BY (c) STORED AS ${format} AS SELECT k, s, c FROM t WHERE c IS NOT NULL AND k < 50;
SELECT c, count(*) FROM cp GROUP BY c;
