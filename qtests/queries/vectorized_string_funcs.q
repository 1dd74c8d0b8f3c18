-- Functions of text (Hive: vectorized_string_funcs, vector_udf_string_to_boolean, vector_string_concat).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, b boolean, y tinyint, h smallint, i int, l bigint, f float, d double, n decimal(12, 3), w decimal(30, 8), s string, v varchar(12), c char(8), dt date, ts timestamp)
  STORED AS ${format};
INSERT INTO t SELECT i, if(i % 11 = 0, NULL, i % 2 = 0), if(i % 13 = 0, NULL, i % 100 - 50), if(i % 17 = 0, NULL, i * 13 % 3000), if(i % 19 = 0, NULL, i * 7919 % 100000),
    if(i % 7 = 0, NULL, i * 1000000007), if(i % 5 = 0, NULL, i / 4), if(i % 23 = 0, NULL, i / 8 - 50), if(i % 29 = 0, NULL, i / 8), if(i % 31 = 0, NULL, i * 1234567.5),
    if(i % 3 = 0, NULL, concat('text ', i % 40)), if(i % 37 = 0, NULL, concat('v', i % 25)), if(i % 41 = 0, NULL, concat('c', i % 6)),
    if(i % 43 = 0, NULL, date_add('1995-03-01', i * 3)), if(i % 47 = 0, NULL, cast(concat(date_add('1999-12-01', i), ' ', lpad(i % 24, 2, '0'), ':', lpad(i % 60, 2, '0'), ':07.', lpad(i * 1001, 9, '0')) AS timestamp))
  FROM (SELECT posexplode(split(space(699), ' ')) AS (i, x)) g;

SELECT k, upper(s), lower(v), initcap(s), length(c), reverse(v), concat(s, '-', v, '-', c), substr(s, 3, 4), substring(v, -2) FROM t WHERE k % 60 = 1;
SELECT k, trim(concat('  ', s, ' ')), ltrim(concat(' ', v)), rtrim(c), lpad(v, 6, '*'), rpad(v, 5, '-'), instr(s, 'x'), locate('t', s, 3), replace(s, 'text', 'word') FROM t WHERE k % 60 = 2;
SELECT k, regexp_replace(s, '[0-9]+', '#'), regexp_extract(s, '([a-z]+) ([0-9]+)', 2), translate(v, 'v1', 'w2'), ascii(s), concat_ws(',', s, v), repeat(c, 2), split(s, ' ')[1] FROM t WHERE k % 60 = 4;
SELECT s, count(*), min(length(s)), max(octet_length(v)) FROM t WHERE s LIKE 'text _' OR s RLIKE '3[5-9]$' GROUP BY s;
SELECT md5(v), sha1(c), crc32(s), count(*) FROM t WHERE v IN ('v1', 'v2') AND c = 'c1' GROUP BY md5(v), sha1(c), crc32(s);
