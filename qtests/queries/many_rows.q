-- More rows than a block, a vector and a batch hold: sums and samples of every kind of column.
-- engines: tez, mr
CREATE TABLE t (i int, l bigint, d double, s string, c string, dt date, ts timestamp, n decimal(18, 4), a array<int>, m map<string, int>)
  STORED AS ${format};
INSERT INTO t SELECT i, cast(i AS bigint) * 1000003, i / 8, concat('row ', i), concat('c', i % 10), date_add('1960-01-01', i),
    cast(concat(date_add('1960-01-01', i), ' ', lpad(i % 24, 2, '0'), ':59:00.', lpad(i, 9, '0')) AS timestamp), i / 100, array(i, i + 1), map('even', i % 2, 'mod', i % 10)
  FROM (SELECT a.p * 250 + b.p AS i FROM (SELECT posexplode(split(space(199), ' ')) AS (p, x)) a
    CROSS JOIN (SELECT posexplode(split(space(249), ' ')) AS (p, x)) b) g;
SELECT count(*), sum(i), sum(l), sum(d), sum(length(s)), count(DISTINCT c), sum(n), sum(a[1]), sum(m['mod']) FROM t;
SELECT min(s), max(s), min(dt), max(dt), min(d), max(d) FROM t;
SELECT c, count(*), sum(i), sum(m['even']) FROM t GROUP BY c;
SELECT * FROM t WHERE i IN (0, 1023, 1024, 9999, 10000, 49999);
SELECT sum(hash(i, l, d, s, c, dt, n, a)) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT count(*), sum(i), sum(l), sum(d), sum(length(s)), count(DISTINCT c), sum(n), sum(a[1]), sum(m['mod']) FROM t;
SELECT sum(hash(i, l, d, s, c, dt, n, a)) FROM t;
