-- Repeated INSERT INTO: every insert adds to what is there.
CREATE TABLE t (a int, s string) STORED AS ${format};
SELECT count(*) FROM t;
INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, NULL);
INSERT INTO t SELECT a + 10, concat(s, '+10') FROM t;
INSERT INTO t SELECT a + 100, s FROM t WHERE s IS NOT NULL;
INSERT INTO TABLE t (s) VALUES ('only s'), ('tab\tnew\nline');
SELECT * FROM t;
SELECT a, s FROM t ORDER BY a, s;
SELECT count(*), count(a), count(s), sum(a), min(s), max(s) FROM t;
