-- Predicates of every kind on numbers: as a fetch, vectorised and not.
-- engines: tez, mr
CREATE TABLE t (k int, i int, l bigint, d double, n decimal(8, 3)) STORED AS ${format};
INSERT INTO t VALUES
  (1, 1, 10, 0.5, 1.125), (2, 2, 20, 1.5, -2.250), (3, 3, NULL, NULL, NULL), (4, NULL, 40, -1.5, 0),
  (5, -5, -50, 2.5, 99999.999), (6, 2, 20, 1.5, -2.250), (7, NULL, NULL, NULL, NULL);
SELECT k FROM t WHERE i = 2;
SELECT k FROM t WHERE i <> 2;
SELECT k FROM t WHERE l > 10 AND l <= 40;
SELECT k FROM t WHERE i IN (1, 3, 17);
SELECT k FROM t WHERE i NOT IN (1, 2);
SELECT k FROM t WHERE d BETWEEN 0.5 AND 1.5;
SELECT k FROM t WHERE n NOT BETWEEN -3 AND 1;
SELECT k FROM t WHERE l IS NULL;
SELECT k FROM t WHERE NOT (l IS NULL OR i IS NULL);
SELECT k FROM t WHERE i <=> NULL;
SELECT k FROM t WHERE NOT (i <=> 2);
SELECT k FROM t WHERE n = -2.25 OR d = -1.5;
SELECT k FROM t WHERE 15 < l;
SELECT k FROM t WHERE i = l / 10;
SELECT k FROM t WHERE i > 2147483648;
SELECT k FROM t WHERE n < 1.12500001 AND i = 1;
SET hive.fetch.task.conversion=none;
SELECT 'eq', k FROM t WHERE i = 2 UNION ALL SELECT 'ne', k FROM t WHERE i <> 2
  UNION ALL SELECT 'in', k FROM t WHERE i IN (1, 3, 17) UNION ALL SELECT 'not in', k FROM t WHERE i NOT IN (1, 2)
  UNION ALL SELECT 'between', k FROM t WHERE d BETWEEN 0.5 AND 1.5
  UNION ALL SELECT 'not between', k FROM t WHERE n NOT BETWEEN -3 AND 1
  UNION ALL SELECT 'is null', k FROM t WHERE l IS NULL UNION ALL SELECT 'null safe', k FROM t WHERE NOT (i <=> 2)
  UNION ALL SELECT 'or', k FROM t WHERE n = -2.25 OR d = -1.5 UNION ALL SELECT 'and', k FROM t WHERE l > 10 AND l <= 40;
SET hive.vectorized.execution.enabled=false;
SELECT 'eq', k FROM t WHERE i = 2 UNION ALL SELECT 'ne', k FROM t WHERE i <> 2
  UNION ALL SELECT 'in', k FROM t WHERE i IN (1, 3, 17) UNION ALL SELECT 'not in', k FROM t WHERE i NOT IN (1, 2)
  UNION ALL SELECT 'between', k FROM t WHERE d BETWEEN 0.5 AND 1.5
  UNION ALL SELECT 'not between', k FROM t WHERE n NOT BETWEEN -3 AND 1
  UNION ALL SELECT 'is null', k FROM t WHERE l IS NULL UNION ALL SELECT 'null safe', k FROM t WHERE NOT (i <=> 2)
  UNION ALL SELECT 'or', k FROM t WHERE n = -2.25 OR d = -1.5 UNION ALL SELECT 'and', k FROM t WHERE l > 10 AND l <= 40;
