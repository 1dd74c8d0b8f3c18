-- Columns of NULLs only, of none, of runs, alternating, at the ends; in each kind of type.
CREATE TABLE t (k int, never int, alw string, alt bigint, run double, ends decimal(20, 5), l array<int>, m map<string, string>, b boolean)
  STORED AS ${format};
INSERT INTO t SELECT i, i, NULL, if(i % 2 = 0, i, NULL), if(i % 1000 < 700, NULL, i / 2), if(i IN (0, 2999), NULL, i / 8),
    if(i % 3 = 0, NULL, array(i, NULL)), if(i % 5 = 0, map('k', concat('v', i)), NULL), if(i % 7 < 2, NULL, i % 7 < 5)
  FROM (SELECT posexplode(split(space(2999), ' ')) AS (i, x)) g;
SELECT count(never), count(alw), count(alt), count(run), count(ends), count(l), count(m), count(b) FROM t;
SELECT sum(never), sum(alt), sum(run), sum(ends), sum(l[0]), count(l[1]), count(DISTINCT m['k']) FROM t;
SELECT * FROM t WHERE k IN (0, 1, 699, 700, 2998, 2999);
SELECT k FROM t WHERE alw IS NOT NULL;
SELECT k FROM t WHERE never IS NULL;
SELECT k FROM t WHERE ends IS NULL;
SELECT b, count(*) FROM t GROUP BY b;
SELECT count(*) FROM t WHERE run IS NULL AND alt IS NOT NULL;
SET hive.vectorized.execution.enabled=false;
SELECT sum(never), sum(alt), sum(run), sum(ends), sum(l[0]), count(l[1]), count(DISTINCT m['k']) FROM t;
