-- Tez's dynamic semi-join reduction: bounds of a key that another task computes are pushed to the scan.
-- runs: nightly
-- Column statistics and the settings make Hive take it on little data; local MapReduce has none of it.
SET hive.disable.unsafe.external.table.operations=false;
SET hive.tez.bigtable.minsize.semijoin.reduction=1;
SET hive.tez.min.bloom.filter.entries=1;
SET hive.tez.dynamic.semijoin.reduction.threshold=-999999999;
SET hive.auto.convert.join=false;
SET hive.fetch.task.conversion=none;
CREATE TABLE l (i int, d date, ts timestamp, v varchar(9), c char(9), e decimal(9, 2), f float) STORED AS ${format};
INSERT INTO l SELECT i, date_add('1969-06-01', i), cast(concat(date_add('1960-01-01', i), ' 10:20:30.5') AS timestamp),
    lpad(i, 4, '0'), lpad(i, 4, '0'), i / 8, i / 8
  FROM (SELECT posexplode(split(space(999), ' ')) AS (i, x)) g;
CREATE TABLE s STORED AS ${format} AS SELECT * FROM l WHERE i % 5 = 0;
ANALYZE TABLE l COMPUTE STATISTICS FOR COLUMNS;
ANALYZE TABLE s COMPUTE STATISTICS FOR COLUMNS;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.i = s.i WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.d = s.d WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.ts = s.ts WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.v = s.v WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.c = s.c WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.e = s.e AND l.f = s.f WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.i = s.i WHERE s.i BETWEEN 21 AND 24;
SET hive.vectorized.execution.enabled=false;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.i = s.i AND l.d = s.d WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.ts = s.ts AND l.v = s.v WHERE s.i < 20;
SELECT count(*), sum(l.i) FROM l JOIN s ON l.c = s.c AND l.e = s.e WHERE s.i < 20;
