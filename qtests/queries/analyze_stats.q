-- Statistics of tables and columns, gathered by inserts and by ANALYZE.
-- engines: tez, mr
SET hive.stats.column.autogather=true;
CREATE TABLE t (a int, s string, d double) STORED AS ${format};
INSERT INTO t VALUES (1, 'one', 1.5), (2, 'two', NULL), (3, NULL, 3.5);
-- cif-only
DESCRIBE FORMATTED t;
-- cif-only
DESCRIBE FORMATTED t a;
-- cif-only
DESCRIBE FORMATTED t s;
INSERT INTO t VALUES (4, 'four', 4.5);
SELECT count(*), min(a), max(a) FROM t;
-- cif-only
DESCRIBE FORMATTED t;
INSERT OVERWRITE TABLE t SELECT a, s, d FROM t WHERE a <= 2;
-- cif-only
DESCRIBE FORMATTED t;
TRUNCATE TABLE t;
-- cif-only
DESCRIBE FORMATTED t;
INSERT INTO t VALUES (9, 'nine', 9.5), (10, 'ten', 10.5);
ANALYZE TABLE t COMPUTE STATISTICS;
ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS;
-- cif-only
DESCRIBE FORMATTED t;
-- cif-only
DESCRIBE FORMATTED t d;
