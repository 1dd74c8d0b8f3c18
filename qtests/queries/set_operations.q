-- UNION, INTERSECT, EXCEPT over tables and subqueries (Hive: intersect_all, except_all, union_remove_*).
-- runs: nightly
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE a (k int, s string) STORED AS ${format};
CREATE TABLE b (k bigint, s varchar(10)) STORED AS ${format};
INSERT INTO a SELECT i % 20, concat('s', i % 6) FROM (SELECT posexplode(split(space(59), ' ')) AS (i, x)) g;
INSERT INTO b SELECT i % 15, concat('s', i % 4) FROM (SELECT posexplode(split(space(39), ' ')) AS (i, x)) g;
INSERT INTO a VALUES (NULL, NULL);
INSERT INTO b VALUES (NULL, NULL);
SELECT k, s FROM a INTERSECT SELECT k, s FROM b;
SELECT k, s FROM a EXCEPT SELECT k, s FROM b;
SELECT k, count(*) FROM (SELECT k FROM a INTERSECT ALL SELECT k FROM b) x GROUP BY k;
SELECT k FROM a WHERE k > 12 UNION SELECT k FROM b WHERE k > 10;
SELECT s, sum(n) FROM (SELECT s, count(*) AS n FROM a GROUP BY s UNION ALL SELECT s, count(*) FROM b GROUP BY s) u GROUP BY s;
SELECT count(*) FROM (SELECT k FROM a UNION ALL SELECT k FROM b WHERE s = 's1') u WHERE k = 5;
CREATE TABLE u STORED AS ${format} AS SELECT k, s FROM a UNION ALL SELECT k, s FROM b;
SELECT count(*), sum(k) FROM u;
INSERT INTO u SELECT k, s FROM a WHERE k = 1 UNION ALL SELECT k, s FROM b WHERE k = 2;
SELECT count(*), sum(k) FROM u;
