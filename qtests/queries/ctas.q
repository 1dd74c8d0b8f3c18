-- CREATE TABLE AS SELECT, from values, from a table of the format, of expressions, of nothing.
-- engines: tez, mr
CREATE TABLE a STORED AS ${format} AS
  SELECT 1 AS i, 'x' AS s, cast(1.25 AS decimal(6, 3)) AS d, array(1, 2) AS l, map('k', 'v') AS m;
SELECT * FROM a;
CREATE TABLE b STORED AS ${format} AS
  SELECT i + 1 AS j, upper(s) AS u, l[1] AS second, m FROM a;
SELECT * FROM b;
CREATE TABLE c STORED AS ${format} AS SELECT * FROM b WHERE j < 0;
SELECT * FROM c;
INSERT INTO c SELECT * FROM b;
SELECT count(*), sum(j) FROM c;
CREATE TABLE p PARTITIONED BY (u) STORED AS ${format} AS SELECT j, u FROM b;
INSERT INTO p VALUES (5, 'Y');
SELECT u, j FROM p;
SHOW PARTITIONS p;
