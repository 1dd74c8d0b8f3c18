-- date: before 1970, the first and the last one, leap days, around the Gregorian change.
-- peer: TEXTFILE
CREATE TABLE t (k int, d date) STORED AS ${format};
INSERT INTO t VALUES
  (1, '1970-01-01'), (2, '1969-12-31'), (3, '1900-02-28'), (4, '2000-02-29'), (5, '9999-12-31'),
  (6, '0001-01-01'), (7, '1582-10-04'), (8, '1582-10-15'), (9, NULL), (10, '2038-01-19');
SELECT * FROM t;
SELECT k, year(d), month(d), day(d), datediff(d, '1970-01-01') FROM t;
SELECT k FROM t WHERE d < '1970-01-01';
SELECT k FROM t WHERE d = date '2000-02-29' OR d = '1582-10-04';
SELECT k FROM t WHERE d BETWEEN date '1900-01-01' AND date '2000-12-31';
SET hive.fetch.task.conversion=none;
SELECT k, d FROM t WHERE d <= date '1970-01-01';
SELECT min(d), max(d), count(d) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT k, d FROM t WHERE d <= date '1970-01-01';
