-- LIKE and RLIKE with patterns of all kinds (Hive: vector_like_2, orc_ppd_char).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s string, v varchar(20), c char(12)) STORED AS ${format};
INSERT INTO t SELECT i, concat(if(i % 2 = 0, 'http://', 'ftp://'), 'host', i % 13, '.example/', i), concat('v_', i % 7, '%', i), concat('c', i % 30) FROM (SELECT posexplode(split(space(399), ' ')) AS (i, x)) g;
INSERT INTO t VALUES (-1, '', '', ''), (-2, NULL, NULL, NULL), (-3, '%', '_', '%_'), (-4, 'a\nb', 'Ä', 'ß');
SELECT count(*), sum(k) FROM t WHERE s LIKE 'http%';
SELECT count(*), sum(k) FROM t WHERE s LIKE '%/12_';
SELECT count(*), sum(k) FROM t WHERE s LIKE '%host7.%' AND v NOT LIKE '%3';
SELECT k FROM t WHERE s LIKE '_' OR v LIKE '_' OR s LIKE '' OR c LIKE '%';
SELECT k FROM t WHERE c LIKE 'c2' OR s LIKE 'a%b';
SELECT count(*) FROM t WHERE NOT s LIKE '%example%' OR s IS NULL;
SELECT count(*) FROM t WHERE s RLIKE 'host(1|2)\\.' AND v LIKE ANY ('v_1%', 'v_2%');
SELECT count(*) FROM t WHERE s LIKE concat('%host', '5', '%') OR s LIKE v;
