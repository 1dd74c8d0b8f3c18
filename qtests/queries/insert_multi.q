-- One scan that inserts into several tables, adding to one and overwriting another.
-- engines: tez, mr
CREATE TABLE src (a int, s string) STORED AS ${format};
CREATE TABLE small (a int, s string) STORED AS ${format};
CREATE TABLE large (s string, a bigint) STORED AS ${format};
CREATE TABLE parts (a int) PARTITIONED BY (s string) STORED AS ${format};
INSERT INTO src VALUES (1, 'x'), (2, 'y'), (30, 'x'), (40, NULL);
INSERT INTO large VALUES ('old', 99);
FROM src
  INSERT INTO TABLE small SELECT a, s WHERE a < 10
  INSERT OVERWRITE TABLE large SELECT s, a WHERE a >= 10
  INSERT INTO TABLE parts PARTITION (s) SELECT a, s WHERE s IS NOT NULL;
SELECT * FROM small;
SELECT * FROM large;
SELECT * FROM parts;
