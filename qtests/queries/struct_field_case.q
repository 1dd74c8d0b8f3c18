-- The case of a struct's field names: DESCRIBE shows it as it was given, and queries find fields without regard to it.
CREATE TABLE t (k int, s struct<Aa: int, bB: struct<cC: string>>, l array<struct<Dd: int>>) STORED AS ${format};
DESCRIBE t;
INSERT INTO t SELECT 1, named_struct('aa', 1, 'bb', named_struct('cc', 'x')), array(named_struct('dd', 2));
SELECT s.AA, s.Bb.cc, l[0].DD FROM t;
ALTER TABLE t CHANGE COLUMN s s struct<Aa: int, bB: struct<cC: string>, Ee: int>;
DESCRIBE t;
INSERT INTO t SELECT 2, named_struct('aa', 3, 'bb', named_struct('cc', 'y'), 'ee', 4), array(named_struct('dd', 5));
SELECT k, s.aa, s.bb.CC, s.eE, l.dd FROM t;
SELECT s FROM t WHERE k = 2;
SET hive.fetch.task.conversion=none;
SELECT k, s.aa, s.bb.CC, s.eE, l[0].dd FROM t;
SELECT sum(s.aa), max(s.bb.cc) FROM t WHERE s.AA > 0;
SET hive.vectorized.execution.enabled=false;
SELECT k, s.aa, s.bb.CC, s.eE, l[0].dd FROM t;
-- cif-only
ALTER TABLE t CHANGE COLUMN s s struct<aA: int, Bb: struct<CC: string>, eE: int>;
-- cif-only
DESCRIBE t;
-- cif-only
SELECT s, s.Aa FROM t;
SET hive.fetch.task.conversion=more;
-- cif-only
SELECT s, s.Aa FROM t;
