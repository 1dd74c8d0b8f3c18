-- Inserts of UNION ALL, which Hive writes to nested folders.
-- engines: tez, mr
-- peer: TEXTFILE
CREATE TABLE src (a int, s string) STORED AS ${format};
INSERT INTO src VALUES (1, 'one'), (2, 'two'), (3, NULL);
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t SELECT a, s FROM src UNION ALL SELECT a + 10, s FROM src UNION ALL SELECT a + 100, 'c' FROM src;
SELECT * FROM t;
INSERT INTO t SELECT * FROM (SELECT a, s FROM src WHERE a = 1 UNION ALL SELECT count(*), 'counted' FROM src) u;
SELECT count(*), sum(a), count(s) FROM t;
CREATE TABLE c STORED AS ${format} AS SELECT a, s FROM src UNION ALL SELECT -a, s FROM src;
SELECT * FROM c;
INSERT OVERWRITE TABLE c SELECT a, s FROM src WHERE a < 0 UNION ALL SELECT 7, 'seven';
SELECT * FROM c;
CREATE TABLE p (a int) PARTITIONED BY (s string) STORED AS ${format};
INSERT INTO p PARTITION (s) SELECT a, 'x' FROM src UNION ALL SELECT a + 10, 'y' FROM src;
SELECT * FROM p;
