-- Partitions of text and of the format in one table, with other columns (Hive: partition_wise_fileformat*, vector_partition_diff_num_cols).
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string) PARTITIONED BY (p string) STORED AS TEXTFILE;
INSERT INTO t PARTITION (p = 'one') VALUES (1, 'a'), (2, 'b');
ALTER TABLE t SET FILEFORMAT ${format};
INSERT INTO t PARTITION (p = 'two') VALUES (3, 'c');
INSERT INTO t PARTITION (p = 'three') VALUES (4, NULL);
ALTER TABLE t ADD COLUMNS (n int) CASCADE;
INSERT INTO t PARTITION (p = 'four') VALUES (5, 'e', 50);
SELECT * FROM t;
SELECT p, count(*), sum(k), sum(n) FROM t GROUP BY p;
SELECT k FROM t WHERE s >= 'b' OR n = 50;
SELECT count(*) FROM t WHERE p IN ('one', 'four') AND k > 1;
