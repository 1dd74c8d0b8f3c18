-- ADD COLUMNS: old rows read NULL, new ones their values; in a predicate, in an aggregate.
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one'), (2, 'two');
ALTER TABLE t ADD COLUMNS (n bigint, l array<int> COMMENT 'added');
SELECT * FROM t;
INSERT INTO t VALUES (3, 'three', 30, array(1, 2));
INSERT INTO t SELECT a + 10, s, n, l FROM t;
SELECT * FROM t;
SELECT a FROM t WHERE n IS NULL;
SELECT a FROM t WHERE n = 30;
SELECT n FROM t WHERE a < 3;
SET hive.fetch.task.conversion=none;
SELECT a, n, l[1] FROM t;
SELECT count(*), count(n), sum(n), count(l) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT a, n, l[1] FROM t;
ALTER TABLE t ADD COLUMNS (m map<string, int>, st struct<x: int>);
SELECT m['x'], st.x, a FROM t;
