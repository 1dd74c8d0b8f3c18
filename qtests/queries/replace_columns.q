-- REPLACE COLUMNS is only for the SerDes that Hive itself lists: refused for CIF, and nothing changes.
-- engines: tez, mr
CREATE TABLE t (a int, s string, x double) STORED AS ${format};
INSERT INTO t VALUES (1, 'one', 1.5), (2, 'two', 2.5);
-- cif-only, fails
ALTER TABLE t REPLACE COLUMNS (a int, s string);
DESCRIBE t;
SELECT * FROM t;
