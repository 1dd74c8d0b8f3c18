-- One query of many expressions, vectorised and not, over every primitive type.
-- engines: tez, mr
CREATE TABLE t (k int, b boolean, y tinyint, h smallint, l bigint, f float, d double, n decimal(10, 3), s string, v varchar(9), c char(9), dt date, ts timestamp)
  STORED AS ${format};
INSERT INTO t SELECT i, i % 2 = 0, i % 100, i * 7, i * 100000007, i / 2, i / 4, i / 8, concat('s', i), concat('v', i % 3), concat('c', i % 4),
    date_add('2000-01-01', i), cast(concat(date_add('1960-01-01', i), ' ', lpad(i % 24, 2, '0'), ':59:00.', lpad(i, 9, '0')) AS timestamp)
  FROM (SELECT posexplode(split(space(2047), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1);
SET hive.fetch.task.conversion=none;
SET hive.vectorized.execution.enabled=true;
SELECT c, v, count(*), sum(y), sum(h), sum(l), sum(f), sum(d), sum(n), min(s), max(dt), max(ts), count(b) FROM t
  WHERE k < 2000 AND (b OR h > 100) AND s <> 's3' GROUP BY c, v;
SELECT k, y + h, l - k, d * 2, n + 1, substr(s, 2), length(v), year(dt), if(b, 'yes', 'no'), coalesce(s, 'null') FROM t
  WHERE k % 300 = 7 OR k < 0;
SET hive.vectorized.execution.enabled=false;
SELECT c, v, count(*), sum(y), sum(h), sum(l), sum(f), sum(d), sum(n), min(s), max(dt), max(ts), count(b) FROM t
  WHERE k < 2000 AND (b OR h > 100) AND s <> 's3' GROUP BY c, v;
SELECT k, y + h, l - k, d * 2, n + 1, substr(s, 2), length(v), year(dt), if(b, 'yes', 'no'), coalesce(s, 'null') FROM t
  WHERE k % 300 = 7 OR k < 0;
