-- CHANGE COLUMN to STRING: the text of numbers written before, in answers and in filters.
-- engines: tez, mr
CREATE TABLE t (k int, n decimal(5, 2), d double, i int, l bigint, v varchar(5), m decimal(38, 10)) STORED AS ${format};
INSERT INTO t VALUES (1, 238.00, 0.3, 7, 8, 'abc', 238.0000000000), (2, -0.50, 1.0E10, -7, -8, 'x', -0.0000000010),
  (3, 120.10, 1.0E-5, 0, 0, '', 1200), (4, 0.00, 123456789.125, 2147483647, 9223372036854775807, NULL, 0), (5, NULL, NULL, NULL, NULL, NULL, NULL);
ALTER TABLE t CHANGE COLUMN n n string;
ALTER TABLE t CHANGE COLUMN d d string;
ALTER TABLE t CHANGE COLUMN i i string;
ALTER TABLE t CHANGE COLUMN l l varchar(4);
ALTER TABLE t CHANGE COLUMN v v string;
ALTER TABLE t CHANGE COLUMN m m string;
INSERT INTO t VALUES (6, '238.00', '0.30', '007', '8.0', 'longer than before', '238.00');
SELECT * FROM t;
SELECT k FROM t WHERE n = '238' OR m = '1200';
SET hive.fetch.task.conversion=none;
SELECT k, n, d, i, l, v, m FROM t;
SELECT k FROM t WHERE n = '238';
SELECT k FROM t WHERE n = '238.00' OR d = '0.3';
SELECT k FROM t WHERE m IN ('0', '1200', '-0.000000001');
SET hive.vectorized.execution.enabled=false;
SELECT k, n, d, i, l, v, m FROM t;
SELECT k FROM t WHERE n = '238';
SELECT k FROM t WHERE n = '238.00' OR d = '0.3';
-- Of a FLOAT the formats of Hive differ: ORC gives the text of the DOUBLE that it widens to, Parquet and text files that of the FLOAT.
CREATE TABLE f (k int, f float) STORED AS ${format};
INSERT INTO f VALUES (1, 0.3), (2, 16777216), (3, -1.5);
ALTER TABLE f CHANGE COLUMN f f string;
SELECT k, f FROM f WHERE f <> '0.3' AND f <> '0.30000001192092896';
-- cif-only
SELECT k, f FROM f WHERE f = '0.3';
SET hive.vectorized.execution.enabled=true;
-- cif-only
SELECT k, f FROM f WHERE f = '0.3';
