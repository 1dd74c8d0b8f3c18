-- CHAR literals beside STRING and VARCHAR columns, and the other way round. Without the cost-based optimizer Hive
-- runs: nightly
-- pushes down the padded text, though it compares without the padding.
-- peer: TEXTFILE
CREATE TABLE t (k int, s string, v varchar(20), c char(20)) STORED AS ${format};
INSERT INTO t VALUES (1, 'zach young', 'zach young', 'zach young'), (2, 'zach young ', 'zach young ', 'zach young '),
  (3, 'abel', 'abel', 'abel'), (4, '', '', ''), (5, NULL, NULL, NULL);
SET hive.fetch.task.conversion=none;
SET hive.cbo.enable=false;
SELECT k FROM t WHERE s = cast('zach young' AS char(50));
SELECT k FROM t WHERE v = cast('zach young' AS char(50));
SELECT k FROM t WHERE c = cast('zach young' AS char(50));
SELECT k FROM t WHERE s = cast('zach young' AS char(10)) OR v = cast('abel' AS char(9));
SELECT k FROM t WHERE s <= cast('abel' AS char(50)) AND v < cast('b' AS char(50));
SELECT k FROM t WHERE s IN (cast('abel' AS char(9)), cast('zach young' AS char(50)));
SELECT k FROM t WHERE v BETWEEN cast('abel' AS char(50)) AND cast('abel' AS char(50));
SELECT k FROM t WHERE s <> cast('abel' AS char(50));
SELECT k FROM t WHERE s <=> cast('abel' AS char(50));
SELECT k FROM t WHERE s = 'zach young ';
SELECT k FROM t WHERE c = 'zach young ' OR v = 'zach young ';
SET hive.vectorized.execution.enabled=false;
SELECT k FROM t WHERE s = cast('zach young' AS char(50));
SELECT k FROM t WHERE v = cast('zach young' AS char(50)) OR s <= cast('abel' AS char(50));
SET hive.cbo.enable=true;
SELECT k FROM t WHERE s = cast('zach young' AS char(50));
SELECT k FROM t WHERE v = cast('zach young' AS char(50)) OR s <= cast('abel' AS char(50));
SELECT k FROM t WHERE c = 'zach young ' OR v = 'zach young ';
