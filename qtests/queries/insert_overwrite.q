-- INSERT OVERWRITE replaces all rows, also when it reads the table that it overwrites.
-- engines: tez, mr
CREATE TABLE t (a int, s string) STORED AS ${format};
INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');
INSERT INTO t VALUES (4, 'four');
INSERT OVERWRITE TABLE t SELECT a * 10, s FROM t WHERE a > 1;
SELECT * FROM t;
INSERT OVERWRITE TABLE t VALUES (7, 'seven'), (NULL, NULL);
SELECT * FROM t;
INSERT INTO t VALUES (8, 'eight');
SELECT * FROM t;
INSERT OVERWRITE TABLE t SELECT a, s FROM t WHERE a > 1000;
SELECT * FROM t;
SELECT count(*) FROM t;
INSERT INTO t VALUES (9, 'nine');
SELECT * FROM t;
