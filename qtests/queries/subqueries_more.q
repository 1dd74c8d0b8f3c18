-- Subqueries in SELECT and HAVING, correlated with expressions, nested (Hive: subquery_*, correlated).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, g int, v decimal(8, 2), d date) STORED AS ${format};
CREATE TABLE u (g int, name string, low decimal(8, 2)) STORED AS ${format};
INSERT INTO t SELECT i, i % 7, i * 3 % 50 / 4, date_add('2020-01-01', i % 20) FROM (SELECT posexplode(split(space(139), ' ')) AS (i, x)) g;
INSERT INTO u SELECT i, concat('n', i), i FROM (SELECT posexplode(split(space(5), ' ')) AS (i, x)) g;
SELECT g, (SELECT max(name) FROM u WHERE u.g = x.g) FROM (SELECT DISTINCT g FROM t) x;
SELECT g, sum(v) FROM t GROUP BY g HAVING sum(v) > (SELECT avg(low) * 40 FROM u);
SELECT k FROM t WHERE v > (SELECT low + 6 FROM u WHERE u.g = t.g) AND d < '2020-01-05';
SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.g = t.g AND u.low < t.v) AND g NOT IN (SELECT g FROM u WHERE name = 'n3');
SELECT name FROM u WHERE g IN (SELECT g FROM t WHERE k IN (SELECT max(k) FROM t GROUP BY d));
WITH top AS (SELECT g, max(v) AS m FROM t GROUP BY g) SELECT t.k, t.v FROM t JOIN top ON t.g = top.g AND t.v = top.m WHERE t.k < 60;
SELECT k FROM t WHERE d = (SELECT max(d) FROM t i WHERE i.g = t.g AND i.k < 30) AND k < 40;
