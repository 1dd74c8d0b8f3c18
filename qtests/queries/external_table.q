-- External tables: over what another table wrote, dropped and made again, partitions found by MSCK.
CREATE EXTERNAL TABLE t (a int, s string) STORED AS ${format} LOCATION '${dir}/t';
INSERT INTO t VALUES (1, 'one'), (2, 'two');
DROP TABLE t;
CREATE EXTERNAL TABLE again (a int, s string) STORED AS ${format} LOCATION '${dir}/t';
SELECT * FROM again;
-- cif-only
CREATE EXTERNAL TABLE fewer (s string) STORED AS ${format} LOCATION '${dir}/t';
-- cif-only
SELECT * FROM fewer;
INSERT INTO again VALUES (3, 'three');
SELECT count(*), sum(a) FROM again;
CREATE EXTERNAL TABLE p (a int) PARTITIONED BY (d string) STORED AS ${format} LOCATION '${dir}/p';
INSERT INTO p PARTITION (d = 'x') VALUES (1), (2);
INSERT INTO p PARTITION (d = 'y') VALUES (3);
DROP TABLE p;
CREATE EXTERNAL TABLE q (a int) PARTITIONED BY (d string) STORED AS ${format} LOCATION '${dir}/p';
SELECT * FROM q;
MSCK REPAIR TABLE q;
SELECT * FROM q;
CREATE EXTERNAL TABLE one (a int) STORED AS ${format} LOCATION '${dir}/p/d=y';
SELECT * FROM one;
CREATE EXTERNAL TABLE nothing (a int, s string) STORED AS ${format} LOCATION '${dir}/absent';
SELECT * FROM nothing;
SELECT count(*) FROM nothing;
