-- Joins on NULLs, <=> and OR, and on expressions (Hive: vector_nullsafe_join, join_nullsafe, join_filters).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE a (k int, v string) STORED AS ${format};
CREATE TABLE b (k int, w string) STORED AS ${format};
INSERT INTO a VALUES (1, 'a1'), (2, NULL), (NULL, 'a3'), (NULL, NULL), (5, 'a5');
INSERT INTO b VALUES (1, 'b1'), (NULL, 'b2'), (5, NULL), (6, 'b6'), (NULL, NULL);
SELECT a.k, v, w FROM a JOIN b ON a.k <=> b.k;
SELECT a.k, v, w FROM a LEFT JOIN b ON a.k <=> b.k AND a.v IS NOT NULL;
SELECT a.k, b.k FROM a FULL JOIN b ON a.k = b.k;
SELECT a.k, b.k FROM a FULL JOIN b ON a.k <=> b.k;
SELECT a.k, b.k FROM a JOIN b ON a.k + 1 = b.k;
SELECT a.k, b.k FROM a JOIN b ON a.k = b.k OR a.v = b.w;
SELECT a.k, b.k FROM a JOIN b ON a.k < b.k;
SELECT count(*) FROM a JOIN b ON coalesce(a.k, -1) = coalesce(b.k, -1);
SELECT a.k FROM a LEFT SEMI JOIN b ON a.k <=> b.k;
