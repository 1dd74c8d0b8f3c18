-- Window functions over the format.
CREATE TABLE t (g string, k int, v decimal(6, 2)) STORED AS ${format};
INSERT INTO t VALUES ('a', 1, 1.50), ('a', 2, 2.50), ('a', 3, NULL), ('b', 1, 10.00), ('b', 2, 10.00), (NULL, 1, 0.01);
SELECT g, k, row_number() OVER (PARTITION BY g ORDER BY k) FROM t;
SELECT g, k, rank() OVER (PARTITION BY g ORDER BY v), dense_rank() OVER (PARTITION BY g ORDER BY v) FROM t;
SELECT g, k, sum(v) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t;
SELECT g, k, lag(k, 1, -1) OVER (PARTITION BY g ORDER BY k), lead(v) OVER (PARTITION BY g ORDER BY k) FROM t;
SELECT g, k, first_value(v) OVER (PARTITION BY g ORDER BY k), count(*) OVER () FROM t;
SELECT g, k FROM (SELECT g, k, row_number() OVER (PARTITION BY g ORDER BY k DESC) r FROM t) x WHERE r = 1;
SET hive.vectorized.execution.enabled=false;
SELECT g, k, sum(v) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t;
