-- maps: absent and NULL keys' values, NULL maps, keys of several types, nested values.
-- engines: tez, mr
CREATE TABLE t (
  k int, m map<string, int>, i map<int, string>, l map<string, array<int>>, d map<date, double>)
  STORED AS ${format};
INSERT INTO t
  SELECT 1, map('a', 1, 'b', 2), map(1, 'one', -2, 'minus two'), map('x', array(1, 2)), map(date '1969-07-20', 1.5D) UNION ALL
  SELECT 2, map('a', cast(NULL AS int)), map(0, ''), map('x', cast(NULL AS array<int>)), map(date '2000-01-01', cast(NULL AS double)) UNION ALL
  SELECT 3, cast(NULL AS map<string, int>), cast(NULL AS map<int, string>), cast(NULL AS map<string, array<int>>), cast(NULL AS map<date, double>) UNION ALL
  SELECT 4, map('', 0, 'long key with spaces', -5), map(7, cast(NULL AS string)), map('y', array(3)), cast(NULL AS map<date, double>);
SELECT * FROM t;
SELECT k, m['a'], m['absent'], i[-2], l['x'][1], d[date '1969-07-20'] FROM t;
SELECT k, size(m), sort_array(map_keys(m)), sort_array(map_values(m)) FROM t;
SELECT k FROM t WHERE m['a'] = 1;
SELECT k FROM t WHERE m['a'] IS NULL;
SET hive.fetch.task.conversion=none;
SELECT k, m['b'], i[7], size(l) FROM t WHERE m['a'] IS NOT NULL OR m[''] = 0;
SELECT sum(m['a']), sum(m['b']), count(m), count(i[0]) FROM t;
SET hive.vectorized.execution.enabled=false;
SELECT k, m['b'], i[7], size(l) FROM t WHERE m['a'] IS NOT NULL OR m[''] = 0;
