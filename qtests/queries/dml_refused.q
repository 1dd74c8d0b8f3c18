-- What Hive refuses on plain tables, it refuses on these (Hive: delete_non_acid_table, update_non_acid_table); of DELETE and
-- MERGE CIF refuses what it can't do.
CREATE TABLE t (k int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one');
-- cif-only, fails
DELETE FROM t WHERE k = rand();
-- cif-only, fails
MERGE INTO t USING (SELECT 1 AS k) x ON t.k = x.k WHEN NOT MATCHED THEN INSERT VALUES (2);
-- fails
INSERT INTO t VALUES (1, 'one', 'more');
-- fails
SELECT nothing FROM t;
-- fails
CREATE TABLE t (k int) STORED AS ${format};
SELECT * FROM t;
