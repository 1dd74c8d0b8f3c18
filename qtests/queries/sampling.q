-- Sampling: buckets of a column and of rand, rows.
-- engines: tez, mr
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t SELECT i, concat('s', i) FROM (SELECT posexplode(split(space(99), ' ')) AS (i, x)) g;
SELECT a FROM t TABLESAMPLE (BUCKET 1 OUT OF 10 ON a) s;
SELECT count(*) FROM t TABLESAMPLE (BUCKET 3 OUT OF 10 ON s) x;
SELECT count(*) FROM t TABLESAMPLE (BUCKET 1 OUT OF 1 ON rand()) s;
SELECT count(*) FROM (SELECT a FROM t TABLESAMPLE (7 ROWS) s) x;
SELECT sum(a) FROM t TABLESAMPLE (BUCKET 2 OUT OF 4 ON a % 4) s WHERE a > 50;
