-- count(*) from statistics, from a scan, and over rows of which no column is read.
-- engines: tez, mr
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one'), (2, NULL), (NULL, NULL);
INSERT INTO t SELECT i, 'many' FROM (SELECT posexplode(split(space(2499), ' ')) AS (i, x)) g;
SELECT count(*) FROM t;
SET hive.compute.query.using.stats=false;
SELECT count(*) FROM t;
SELECT count(1), count(a), count(s), count(DISTINCT s) FROM t;
SELECT count(*) FROM t WHERE a > 100;
SET hive.vectorized.execution.enabled=false;
SELECT count(*) FROM t;
SET hive.fetch.task.conversion=more;
SELECT 1 FROM t LIMIT 3;
SELECT count(*) FROM (SELECT 'x' FROM t) u;
