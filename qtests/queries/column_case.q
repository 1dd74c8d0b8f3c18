-- Names in other cases, reserved words, and letters that are not ASCII (Hive: parquet_mixed_case, orc_mixed_case, quotedid_*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (Kk int, `Select` string, `order` int, `a b` double, `größe` int, St struct<Fa: int, fB: string>) STORED AS ${format};
INSERT INTO t SELECT 1, 'x', 2, 1.5, 7, named_struct('Fa', 3, 'fB', 'y');
INSERT INTO t (kK, `ORDER`) VALUES (2, 20);
SELECT KK, `select`, `Order`, `a b`, `größe`, st.fa, ST.FB FROM T;
SELECT kk FROM t WHERE `a b` > 1 AND `größe` = 7 AND `ORDER` < 10;
SELECT `order`, count(*) AS `count` FROM t GROUP BY `order`;
CREATE TABLE u STORED AS ${format} AS SELECT `a b` AS `c d`, kk + 1 AS `x+y` FROM t;
SELECT `c d`, `x+y` FROM u;
CREATE TABLE v LIKE t;
INSERT INTO v SELECT * FROM t;
SELECT * FROM v;
