-- Renaming a column: new rows under the new name. Old rows are found by name where ids are unknown.
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one'), (2, 'two');
-- cif-only
ALTER TABLE t CHANGE COLUMN s text string COMMENT 'renamed';
-- cif-only
SELECT * FROM t;
-- cif-only
INSERT INTO t VALUES (3, 'three');
-- cif-only
SELECT a, text FROM t;
-- cif-only
ALTER TABLE t CHANGE COLUMN text s string;
-- cif-only
SELECT a, s FROM t;
