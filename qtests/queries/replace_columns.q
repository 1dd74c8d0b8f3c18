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
ALTER TABLE t REPLACE COLUMNS (a bigint, s string);
-- cif-only
SELECT * FROM t;
-- cif-only
INSERT INTO t VALUES (30000000000, 'three');
-- cif-only
ALTER TABLE t ADD COLUMNS (x double);
-- cif-only
INSERT INTO t VALUES (4, 'four', 4.5);
-- cif-only
SELECT * FROM t;
SET hive.fetch.task.conversion=none;
-- cif-only
SELECT a, s, x FROM t WHERE x IS NULL;
