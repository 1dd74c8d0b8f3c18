-- CHAR and VARCHAR: padding, comparison, joins between lengths and STRING (Hive: vector_char_*, vector_varchar_*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, c5 char(5), c9 char(9), v5 varchar(5), v9 varchar(9), s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'ab', 'ab', 'ab', 'ab', 'ab'), (2, 'ab ', 'ab  ', 'ab ', 'ab  ', 'ab '), (3, '', '', '', '', ''), (4, 'toolong', 'toolong', 'toolong', 'toolong', 'toolong'),
  (5, NULL, NULL, NULL, NULL, NULL), (6, 'Ä é', 'Ä é', 'Ä é', 'Ä é', 'Ä é'), (7, ' x', ' x', ' x', ' x', ' x');
SELECT k, concat('[', c5, ']'), concat('[', c9, ']'), concat('[', v5, ']'), concat('[', v9, ']'), length(c5), length(v5), length(s) FROM t;
SELECT k FROM t WHERE c5 = 'ab';
SELECT k FROM t WHERE v5 = 'ab';
SELECT k FROM t WHERE c5 = c9;
SELECT k FROM t WHERE v9 = s AND c9 <> 'x';
SELECT k FROM t WHERE c5 IN ('ab', 'toolo') OR v5 > 'b';
SELECT a.k, b.k FROM t a JOIN t b ON a.c5 = b.c9;
SELECT a.k, b.k FROM t a JOIN t b ON a.v5 = b.s;
SELECT c5, count(*), min(v9), max(c9) FROM t GROUP BY c5;
SELECT upper(c5), lower(v5), count(*) FROM t GROUP BY upper(c5), lower(v5);
