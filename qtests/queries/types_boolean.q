-- boolean, alone and as a condition.
CREATE TABLE t (k int, b boolean) STORED AS ${format};
INSERT INTO t VALUES (1, true), (2, false), (3, NULL), (4, true), (5, NULL);
SELECT * FROM t;
SELECT k FROM t WHERE b;
SELECT k FROM t WHERE NOT b;
SELECT k FROM t WHERE b IS NULL;
SELECT k FROM t WHERE b IS NOT TRUE;
SET hive.fetch.task.conversion=none;
SELECT k FROM t WHERE b = false;
SELECT b, count(*) FROM t GROUP BY b;
SET hive.vectorized.execution.enabled=false;
SELECT k FROM t WHERE b = false;
