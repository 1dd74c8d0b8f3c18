-- INSERT ... VALUES of every kind of literal, of some columns only, of expressions.
-- peer: TEXTFILE
CREATE TABLE t (
  b boolean, i int, l bigint, d double, n decimal(10, 2), s string, dt date, ts timestamp)
  STORED AS ${format};
INSERT INTO t VALUES
  (true, 1, 2, 3.5, 4.25, 'five', date '2020-02-29', timestamp '2020-02-29 12:34:56.789'),
  (false, -1, -2, -3.5, -4.25, '', '1969-12-31', '1969-12-31 23:59:59.999999999'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO t (s, i) VALUES ('some', 10), (NULL, 11);
INSERT INTO t (n) VALUES (1 + 1.5), (round(2.345, 1));
SELECT * FROM t;
SELECT s, i FROM t WHERE b IS NULL;
