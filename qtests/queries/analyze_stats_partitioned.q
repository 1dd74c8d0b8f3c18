-- Statistics of partitions, gathered by inserts and by ANALYZE, also NOSCAN.
-- engines: tez, mr
CREATE TABLE t (a int, s string) PARTITIONED BY (d string) STORED AS ${format};
INSERT INTO t PARTITION (d) VALUES (1, 'one', 'x'), (2, 'two', 'x'), (3, 'three', 'y');
-- cif-only
DESCRIBE FORMATTED t PARTITION (d = 'x');
INSERT INTO t PARTITION (d = 'y') VALUES (4, 'four');
-- cif-only
DESCRIBE FORMATTED t PARTITION (d = 'y');
ANALYZE TABLE t PARTITION (d) COMPUTE STATISTICS;
ANALYZE TABLE t PARTITION (d = 'x') COMPUTE STATISTICS NOSCAN;
ANALYZE TABLE t COMPUTE STATISTICS FOR COLUMNS a;
-- cif-only
DESCRIBE FORMATTED t PARTITION (d = 'x');
-- cif-only
DESCRIBE FORMATTED t PARTITION (d = 'y') a;
SELECT count(*) FROM t WHERE d = 'y';
