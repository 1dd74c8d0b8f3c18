-- The same queries as a fetch in the client and as a job.
CREATE TABLE t (a int, s string, m map<string, int>) PARTITIONED BY (d string) STORED AS ${format};
INSERT INTO t PARTITION (d = 'x') SELECT 1, 'one', map('k', 1) UNION ALL SELECT 2, NULL, cast(NULL AS map<string, int>);
INSERT INTO t PARTITION (d = 'y') SELECT 3, 'three', map('k', 3, 'l', 4);
SET hive.fetch.task.conversion=more;
SELECT * FROM t;
SELECT a + 1, m['k'], d FROM t WHERE a > 1;
SELECT s FROM t WHERE d = 'x';
SET hive.fetch.task.conversion=minimal;
SELECT * FROM t;
SELECT * FROM t WHERE d = 'y';
SET hive.fetch.task.conversion=none;
SELECT * FROM t;
SELECT a + 1, m['k'], d FROM t WHERE a > 1;
SET hive.vectorized.execution.enabled=false;
SELECT * FROM t;
SELECT s FROM t WHERE d = 'x';
