-- What Hive refuses on plain tables, it refuses on these (Hive: delete_non_acid_table, update_non_acid_table); of DELETE and
-- MERGE CIF says what there is instead.
CREATE TABLE t (k int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one');
-- cif-only, fails
DELETE FROM t WHERE k = 1;
-- cif-only, fails
MERGE INTO t USING (SELECT 1 AS k) x ON t.k = x.k WHEN MATCHED THEN DELETE;
-- fails
INSERT INTO t VALUES (1, 'one', 'more');
-- fails
SELECT nothing FROM t;
-- fails
CREATE TABLE t (k int) STORED AS ${format};
SELECT * FROM t;
