-- Virtual columns: BLOCK__OFFSET__INSIDE__FILE is the row's number within its split-directory, also where rows are left
-- runs: nightly
-- out by statistics, so that it and INPUT__FILE__NAME are the address of a row. ORC gives an approximate byte.
-- engines: tez, mr
CREATE TABLE t (k int) STORED AS ${format} TBLPROPERTIES ('cif.block.rows'='700');
INSERT INTO t SELECT i FROM (SELECT posexplode(split(space(4999), ' ')) AS (i, x)) g;
-- cif-only
SELECT count(*), sum(if(BLOCK__OFFSET__INSIDE__FILE = k, 1, 0)), count(DISTINCT INPUT__FILE__NAME) FROM t;
-- cif-only
SELECT k, BLOCK__OFFSET__INSIDE__FILE FROM t WHERE k IN (0, 699, 700, 1024, 2047, 4999);
-- cif-only
SELECT k, BLOCK__OFFSET__INSIDE__FILE FROM t WHERE k > 4997 OR k = 1500;
SET hive.fetch.task.conversion=none;
-- cif-only
SELECT k, BLOCK__OFFSET__INSIDE__FILE FROM t WHERE k IN (0, 699, 700, 1024, 2047, 4999);
-- cif-only
SELECT count(*), min(BLOCK__OFFSET__INSIDE__FILE), sum(if(BLOCK__OFFSET__INSIDE__FILE = k, 1, 0)) FROM t WHERE k BETWEEN 2100 AND 3900;
SET hive.vectorized.execution.enabled=false;
-- cif-only
SELECT count(*), min(BLOCK__OFFSET__INSIDE__FILE), sum(if(BLOCK__OFFSET__INSIDE__FILE = k, 1, 0)) FROM t WHERE k BETWEEN 2100 AND 3900;
-- cif-only
SELECT count(*), sum(if(BLOCK__OFFSET__INSIDE__FILE = k, 1, 0)) FROM t;
SELECT count(*), sum(k) FROM t WHERE INPUT__FILE__NAME LIKE '%0';
