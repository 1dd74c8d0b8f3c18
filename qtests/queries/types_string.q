-- string, varchar and char: empty, NULL, padding, cutting, Unicode, control characters, long.
CREATE TABLE t (k int, s string, v varchar(5), c char(5)) STORED AS ${format};
INSERT INTO t VALUES
  (1, '', '', ''),
  (2, NULL, NULL, NULL),
  (3, 'abc', 'abc', 'abc'),
  (4, 'abc  ', 'abc  ', 'abc  '),
  (5, 'abcdefgh', 'abcdefgh', 'abcdefgh'),
  (6, 'grüße, 世界 😀', 'grüße', '世界'),
  (7, 'tab\there\nand \\ backslash', 'a\tb', 'a\nb'),
  (8, ' lead', ' lea', ' lea'),
  (9, 'NULL', 'NULL', '\\N');
INSERT INTO t SELECT 10, repeat('0123456789', 7000), repeat('x', 5), 'end';
SELECT k, concat('<', s, '>'), concat('<', v, '>'), concat('<', c, '>') FROM t WHERE k < 10;
SELECT c FROM t WHERE k < 10;
SELECT k, length(s), length(v), length(c), md5(s) FROM t;
SELECT k FROM t WHERE c = 'abc';
SELECT k FROM t WHERE v = 'abc';
SELECT k FROM t WHERE s >= 'abc' AND s < 'abd';
SET hive.fetch.task.conversion=none;
SELECT k, length(s), v, c FROM t WHERE c = 'abc' OR s LIKE '%世界%' OR v = 'xxxxx';
SELECT max(s), min(v), max(c), count(s), count(v), count(c) FROM t WHERE k <> 6;
SET hive.vectorized.execution.enabled=false;
SELECT k, length(s), v, c FROM t WHERE c = 'abc' OR s LIKE '%世界%' OR v = 'xxxxx';
