-- LOAD DATA of what a table of the same format wrote: added, overwriting, into a partition.
-- engines: tez, mr
CREATE EXTERNAL TABLE src (a int, s string) STORED AS ${format} LOCATION '${dir}/src';
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t VALUES (0, 'zero');
INSERT INTO src VALUES (1, 'one'), (2, 'two');
INSERT INTO src VALUES (3, 'three');
LOAD DATA INPATH '${dir}/src' INTO TABLE t;
SELECT * FROM t;
CREATE EXTERNAL TABLE second (a int, s string) STORED AS ${format} LOCATION '${dir}/second';
INSERT INTO second VALUES (4, 'four');
LOAD DATA LOCAL INPATH '${dir}/second' OVERWRITE INTO TABLE t;
SELECT * FROM t;
CREATE EXTERNAL TABLE third (a int, s string) STORED AS ${format} LOCATION '${dir}/third';
INSERT INTO third VALUES (5, 'five');
CREATE TABLE p (a int, s string) PARTITIONED BY (d string) STORED AS ${format};
LOAD DATA INPATH '${dir}/third' INTO TABLE p PARTITION (d = 'x');
SELECT * FROM p;
SELECT count(*) FROM t;
