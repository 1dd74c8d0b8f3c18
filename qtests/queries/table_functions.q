-- Functions that make rows, and collections built by queries (Hive: udtf_*, collect_set, json_tuple).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, j string, l array<int>, s string) STORED AS ${format};
INSERT INTO t SELECT i, concat('{"a": ', i, ', "b": "x', i % 3, '"}'), array(i, i + 1), concat('a=', i, '&b=', i % 2) FROM (SELECT posexplode(split(space(29), ' ')) AS (i, x)) g;
SELECT k, a, b FROM t LATERAL VIEW json_tuple(j, 'a', 'b') x AS a, b WHERE k < 5;
SELECT get_json_object(j, '$.b'), count(*) FROM t GROUP BY get_json_object(j, '$.b');
SELECT k, str_to_map(s, '&', '=')['b'], parse_url(concat('http://h/p?', s), 'QUERY', 'a') FROM t WHERE k IN (3, 4);
SELECT n, v FROM t LATERAL VIEW stack(2, 'first', l[0], 'second', l[1]) x AS n, v WHERE k = 9;
SELECT k % 3, sort_array(collect_set(l[0] % 4)), size(collect_list(s)) FROM t GROUP BY k % 3;
SELECT count(*) FROM t LATERAL VIEW explode(split(s, '&')) x AS part WHERE part LIKE 'b=1';
SELECT hash(k, j, l), k FROM t WHERE k < 3;
