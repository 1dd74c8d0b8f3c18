-- REPLACE COLUMNS is only for the SerDes that Hive itself lists: refused for CIF without CIF's hook, and nothing
-- changes. With it columns are dropped and added; one that has the name of a dropped one has none of its values.
-- engines: tez, mr
CREATE TABLE t (a int, s string, x double) STORED AS ${format};
INSERT INTO t VALUES (1, 'one', 1.5), (2, 'two', 2.5);
SET hive.semantic.analyzer.hook=;
-- cif-only, fails
ALTER TABLE t REPLACE COLUMNS (a int, s string);
DESCRIBE t;
SELECT * FROM t;
SET hive.semantic.analyzer.hook=dev.cif.hive.CifHook;
-- cif-only
ALTER TABLE t REPLACE COLUMNS (a bigint, x double);
-- cif-only
SELECT * FROM t;
-- cif-only
INSERT INTO t VALUES (30000000000, 3.5);
-- cif-only
ALTER TABLE t ADD COLUMNS (s string);
-- cif-only
INSERT INTO t VALUES (4, 4.5, 'four');
-- cif-only
SELECT * FROM t;
SET hive.fetch.task.conversion=none;
-- cif-only
SELECT a, x, s FROM t WHERE s IS NULL;
