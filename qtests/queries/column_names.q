-- Column names: mixed case, leading underscore, reserved words, spaces, dots, other alphabets.
CREATE TABLE t (
  `MixedCase` int, `_leading` string, `select` int, `with space` string, `über` int, `1st` int, `a-b` string, `x/y` int)
  STORED AS ${format};
INSERT INTO t VALUES (1, 'u', 2, 'sp', 3, 4, 'dash', 5), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
SELECT * FROM t;
SELECT MIXEDCASE, mixedcase, `_LEADING`, `Select`, `with space`, `über`, `1st`, `a-b`, `x/y` FROM t;
SELECT `with space` FROM t WHERE `select` = 2 AND `_leading` = 'u';
INSERT INTO t (`_leading`, `MIXEDcase`) VALUES ('only', 9);
SELECT `MixedCase`, `_leading` FROM t;
SET hive.fetch.task.conversion=none;
SELECT `über`, `x/y`, `_leading` FROM t WHERE `1st` > 0;
SELECT `_leading`, sum(`MixedCase`) FROM t GROUP BY `_leading`;
CREATE TABLE u STORED AS ${format} AS SELECT `MixedCase` AS `Other Name`, 1 AS `_c9` FROM t;
SELECT `other name`, `_C9` FROM u;
