-- What SHOW CREATE TABLE and DESCRIBE say of a CIF table; the DDL makes the same table again.
CREATE TABLE t (a int COMMENT 'a number', s string, m map<string, array<int>>)
  COMMENT 'a table' PARTITIONED BY (d string) STORED AS ${format}
  TBLPROPERTIES ('note' = 'mine');
DESCRIBE t;
INSERT INTO t PARTITION (d = 'x') VALUES (1, 'one', map('k', array(1)));
-- cif-only
SHOW CREATE TABLE t;
-- cif-only
DESCRIBE FORMATTED t;
-- cif-only
DESCRIBE FORMATTED t PARTITION (d = 'x');
CREATE EXTERNAL TABLE e (a int) STORED AS ${format} LOCATION '${dir}/e';
-- cif-only
SHOW CREATE TABLE e;
-- cif-only
DESCRIBE FORMATTED e a;
