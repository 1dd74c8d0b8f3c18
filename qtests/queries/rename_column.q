-- Renaming a column: it keeps its values, as rows and as vectors. Without CIF's hook columns are matched by name.
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
ALTER TABLE t ADD COLUMNS (s string);
-- cif-only
INSERT INTO t VALUES (4, 'four', 'other');
SET hive.fetch.task.conversion=none;
-- cif-only
SELECT a, text, s FROM t WHERE text > 'o';
-- cif-only
ALTER TABLE t CHANGE COLUMN s other string;
-- cif-only
ALTER TABLE t CHANGE COLUMN text s string;
-- cif-only
SELECT a, s, other FROM t;
CREATE TABLE u (a int, s string) STORED AS ${format};
INSERT INTO u VALUES (1, 'one'), (2, 'two');
SET hive.semantic.analyzer.hook=;
-- cif-only
ALTER TABLE u CHANGE COLUMN s text string COMMENT 'renamed';
-- cif-only
SELECT * FROM u;
-- cif-only
INSERT INTO u VALUES (3, 'three');
-- cif-only
SELECT a, text FROM u;
-- cif-only
ALTER TABLE u CHANGE COLUMN text s string;
-- cif-only
SELECT a, s FROM u;
