-- Partitions chosen by a join at run time (Hive: dynamic_partition_pruning, vectorized_dynamic_partition_pruning).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
SET hive.tez.dynamic.partition.pruning=true;
CREATE TABLE f (k int, v string) PARTITIONED BY (d date, h int) STORED AS ${format};
CREATE TABLE days (d date, name string, h int) STORED AS ${format};
INSERT INTO f PARTITION (d, h) SELECT i, concat('v', i), date_add('2020-01-01', i % 5), i % 2 FROM (SELECT posexplode(split(space(199), ' ')) AS (i, x)) g;
INSERT INTO days VALUES ('2020-01-02', 'thu', 0), ('2020-01-04', 'sat', 1), ('2020-02-01', 'none', 1);
SELECT count(*), sum(k) FROM f JOIN days ON f.d = days.d WHERE days.name = 'sat';
SELECT count(*), sum(k) FROM f JOIN days ON f.d = days.d AND f.h = days.h;
SELECT count(*), sum(k) FROM f WHERE d IN (SELECT d FROM days WHERE name LIKE 't%');
SELECT count(*), sum(k) FROM f JOIN days ON f.d = days.d WHERE days.name = 'none';
SELECT count(*), sum(k) FROM f WHERE d = (SELECT min(d) FROM days);
SELECT count(*) FROM f LEFT JOIN days ON f.d = days.d WHERE days.d IS NULL;
SET hive.auto.convert.join=false;
SELECT count(*), sum(k) FROM f JOIN days ON f.d = days.d AND f.h = days.h;
