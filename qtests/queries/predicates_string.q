-- Predicates of every kind on string, varchar and char: as a fetch, vectorised and not.
CREATE TABLE t (k int, s string, v varchar(8), c char(8)) STORED AS ${format};
INSERT INTO t VALUES
  (1, 'apple', 'apple', 'apple'), (2, 'banana', 'banana', 'banana'), (3, '', '', ''), (4, NULL, NULL, NULL),
  (5, 'Äpfel', 'Äpfel', 'Äpfel'), (6, 'app', 'app', 'app'), (7, 'a%b_c', 'a%b_c', 'a%b_c');
SELECT k FROM t WHERE s = 'apple';
SELECT k FROM t WHERE s <> 'apple';
SELECT k FROM t WHERE s LIKE 'app%';
SELECT k FROM t WHERE s LIKE '%an%' OR s LIKE 'a\\%b%';
SELECT k FROM t WHERE s NOT LIKE 'a%';
SELECT k FROM t WHERE s RLIKE '^[ab].*[ea]$';
SELECT k FROM t WHERE s > 'b';
SELECT k FROM t WHERE s BETWEEN 'app' AND 'b';
SELECT k FROM t WHERE s IN ('app', '', 'none');
SELECT k FROM t WHERE s IS NULL OR s = '';
SELECT k FROM t WHERE s <=> NULL;
SELECT k FROM t WHERE v = 'banana' OR v = 'Äpfel';
SELECT k FROM t WHERE c = 'app';
SELECT k FROM t WHERE c IN ('apple', 'a%b_c');
SELECT k FROM t WHERE c < 'b' AND v >= 'apple';
SELECT k FROM t WHERE length(s) = 5 AND upper(s) = 'APPLE';
SET hive.fetch.task.conversion=none;
SELECT 'eq', k FROM t WHERE s = 'apple' UNION ALL SELECT 'ne', k FROM t WHERE v <> 'apple'
  UNION ALL SELECT 'like', k FROM t WHERE s LIKE 'app%' UNION ALL SELECT 'not like', k FROM t WHERE s NOT LIKE 'a%'
  UNION ALL SELECT 'between', k FROM t WHERE s BETWEEN 'app' AND 'b' UNION ALL SELECT 'in', k FROM t WHERE c IN ('app', '', 'none')
  UNION ALL SELECT 'null', k FROM t WHERE v IS NULL UNION ALL SELECT 'null safe', k FROM t WHERE NOT (s <=> 'app')
  UNION ALL SELECT 'char', k FROM t WHERE c = 'app' UNION ALL SELECT 'less', k FROM t WHERE c < 'b' AND v >= 'apple';
SET hive.vectorized.execution.enabled=false;
SELECT 'eq', k FROM t WHERE s = 'apple' UNION ALL SELECT 'ne', k FROM t WHERE v <> 'apple'
  UNION ALL SELECT 'like', k FROM t WHERE s LIKE 'app%' UNION ALL SELECT 'not like', k FROM t WHERE s NOT LIKE 'a%'
  UNION ALL SELECT 'between', k FROM t WHERE s BETWEEN 'app' AND 'b' UNION ALL SELECT 'in', k FROM t WHERE c IN ('app', '', 'none')
  UNION ALL SELECT 'null', k FROM t WHERE v IS NULL UNION ALL SELECT 'null safe', k FROM t WHERE NOT (s <=> 'app')
  UNION ALL SELECT 'char', k FROM t WHERE c = 'app' UNION ALL SELECT 'less', k FROM t WHERE c < 'b' AND v >= 'apple';
