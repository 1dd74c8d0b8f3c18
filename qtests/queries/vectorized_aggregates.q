-- All aggregates over all types (Hive: vector_aggregate_*, vectorization_0 to 16).
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

SELECT min(b), max(b), min(y), max(y), sum(y), min(h), sum(h), max(i), sum(i), min(l), sum(l) FROM t;
SELECT min(f), max(f), sum(f), min(d), max(d), sum(d), avg(f), avg(d), min(n), max(n), sum(n), avg(n), min(w), sum(w), avg(w) FROM t;
SELECT min(s), max(s), min(v), max(v), min(c), max(c), min(dt), max(dt), min(ts), max(ts), count(*), count(b), count(s) FROM t;
SELECT c, round(stddev_pop(i), 4), round(var_samp(y), 4), round(corr(k, k), 2), round(covar_pop(k, k), 3), avg(y) FROM t GROUP BY c;
SELECT c, size(collect_list(k)), size(collect_set(v)), sort_array(collect_set(b)), percentile(k, 0.5) FROM t GROUP BY c;
SELECT sum(i) FROM t WHERE i < 0;
