-- Fields are added to structs, also inside arrays and maps (Hive: schema_evol_orc_*_all_complex).
-- peer: ORC
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE t (k int, s struct<a: int>, l array<struct<x: int>>, m map<string, struct<p: string>>) STORED AS ${format};
INSERT INTO t SELECT 1, named_struct('a', 1), array(named_struct('x', 1), named_struct('x', 2)), map('k', named_struct('p', 'P'));
INSERT INTO t (k) VALUES (2);
ALTER TABLE t CHANGE COLUMN s s struct<a: int, b: string>;
ALTER TABLE t CHANGE COLUMN l l array<struct<x: int, y: date>>;
ALTER TABLE t CHANGE COLUMN m m map<string, struct<p: string, q: double>>;
INSERT INTO t SELECT 3, named_struct('a', 3, 'b', 'B'), array(named_struct('x', 3, 'y', date '2020-01-01')), map('k', named_struct('p', 'PP', 'q', 2.5D));
SELECT * FROM t;
SELECT k, s.a, s.b, l[0].x, l[0].y, m['k'].p, m['k'].q FROM t;
SELECT k FROM t WHERE s.b IS NULL;
SELECT k FROM t WHERE s.b = 'B' AND m['k'].q > 1;
SELECT count(s.b), max(s.a), max(l[0].y), sum(m['k'].q) FROM t;
