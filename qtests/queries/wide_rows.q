-- Texts of a megabyte, of no bytes, of all kinds of letters (Hive: orc_empty_strings, parquet long strings).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string, b binary, v varchar(65535)) STORED AS ${format};
INSERT INTO t SELECT i, repeat(concat('row ', i, ' '), 20000), encode(repeat('x', i * 1000), 'UTF-8'), repeat('v', i * 100) FROM (SELECT posexplode(split(space(11), ' ')) AS (i, x)) g;
INSERT INTO t VALUES (100, '', '', ''), (101, 'ÄÖÜ € \t tab', 'ß', '日本語'), (102, NULL, NULL, NULL);
SELECT k, length(s), length(b), length(v), md5(s), substr(s, 1, 12) FROM t;
SELECT k, s, v FROM t WHERE k > 99;
SELECT count(*), sum(length(s)) FROM t WHERE s LIKE '%row 7 row 7%';
SELECT count(DISTINCT s), max(length(v)), min(v) FROM t;
SELECT k FROM t WHERE s = '' OR v = '日本語' OR s > 'row 9';
