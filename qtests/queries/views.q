-- Views and common table expressions over the format.
CREATE TABLE t (a int, s string, m map<string, int>) STORED AS ${format};
INSERT INTO t SELECT 1, 'one', map('x', 10) UNION ALL SELECT 2, 'two', map('y', 20) UNION ALL SELECT 3, NULL, cast(NULL AS map<string, int>);
CREATE VIEW v AS SELECT a, upper(s) AS u, m['x'] AS x FROM t WHERE a < 3;
SELECT * FROM v;
SELECT u FROM v WHERE x = 10;
CREATE VIEW w (n, total) AS SELECT s, sum(a) FROM t GROUP BY s;
SELECT n, total FROM w;
SELECT v.u, w.total FROM v JOIN w ON lower(v.u) = w.n;
WITH c AS (SELECT a * 2 AS twice FROM t), d AS (SELECT max(twice) AS top FROM c) SELECT top FROM d;
ALTER VIEW v AS SELECT a FROM t;
SELECT * FROM v;
DROP VIEW v;
INSERT INTO t SELECT 4, 'four', map('x', 40);
SELECT n, total FROM w;
