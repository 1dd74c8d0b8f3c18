-- Numbers widen, columns of a table (Hive: schema_evol_orc_*_table_all_primitive, parquet_type_promotion).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, a tinyint, b smallint, c int, d bigint, e float, f decimal(5, 2)) STORED AS ${format};
INSERT INTO t SELECT i, i % 100, i * 3, i * 1000, i * 100000, i / 4, i / 8 FROM (SELECT posexplode(split(space(39), ' ')) AS (i, x)) g;
INSERT INTO t (k) VALUES (-1);
ALTER TABLE t CHANGE COLUMN a a smallint;
ALTER TABLE t CHANGE COLUMN b b int;
ALTER TABLE t CHANGE COLUMN c c bigint;
ALTER TABLE t CHANGE COLUMN e e double;
ALTER TABLE t CHANGE COLUMN f f decimal(12, 4);
INSERT INTO t VALUES (100, 30000, 2000000000, 3000000000000, 5, 1.0E100, 12345678.1234);
SELECT * FROM t WHERE k % 10 = 1 OR k >= 100;
SELECT count(*), sum(a), sum(b), sum(c), sum(d), sum(f) FROM t;
SELECT k FROM t WHERE a > 20 AND c < 30000 OR b = 2000000000;
SELECT k FROM t WHERE e > 9.25 AND f < 4.9 OR f = 12345678.1234;
ALTER TABLE t CHANGE COLUMN c c double;
ALTER TABLE t CHANGE COLUMN a a bigint;
SELECT k, c, a FROM t WHERE c > 30000 AND a >= 30;
SELECT x.k, y.k FROM t x JOIN t y ON x.a = y.b WHERE x.k < 50;
