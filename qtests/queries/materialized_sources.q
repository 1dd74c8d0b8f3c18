-- Views over views, nested CTEs, and tables filled from them (Hive: cte_*, view*, masking).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, m map<string, int>, s struct<a: int, b: string>) STORED AS ${format};
INSERT INTO t SELECT i, map('x', i, 'y', i % 3), named_struct('a', i % 10, 'b', concat('b', i % 4)) FROM (SELECT posexplode(split(space(99), ' ')) AS (i, x)) g;
CREATE VIEW v AS SELECT k, m['x'] AS x, m['y'] AS y, s.b AS b FROM t WHERE s.a > 2;
CREATE VIEW w AS SELECT b, sum(x) AS total, count(*) AS n FROM v GROUP BY b;
SELECT * FROM w;
SELECT v.k FROM v JOIN w ON v.b = w.b WHERE v.x > 95 AND w.n > 5;
CREATE TABLE r STORED AS ${format} AS SELECT b, total FROM w WHERE total > 0;
SELECT count(*), sum(total) FROM r;
WITH c AS (SELECT k, y FROM v WHERE y = 1), e AS (SELECT max(k) AS k FROM c) SELECT c.k, c.y FROM c JOIN e ON c.k = e.k;
WITH c AS (SELECT b, k FROM v WHERE k < 10) INSERT INTO r SELECT b, k FROM c;
SELECT count(*), sum(total) FROM r;
