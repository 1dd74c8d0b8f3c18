-- Subqueries: IN, NOT IN, EXISTS, scalar, correlated, in FROM, set operations.
CREATE TABLE t (a int, g string, v int) STORED AS ${format};
CREATE TABLE u (g string, n int) STORED AS ${format};
INSERT INTO t VALUES (1, 'x', 10), (2, 'x', 20), (3, 'y', 30), (4, NULL, 40);
INSERT INTO u VALUES ('x', 1), ('z', 3);
SELECT a FROM t WHERE g IN (SELECT g FROM u);
SELECT a FROM t WHERE g NOT IN (SELECT g FROM u WHERE g IS NOT NULL);
SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.g = t.g AND u.n = 1);
SELECT a FROM t WHERE v > (SELECT avg(v) FROM t);
SELECT a FROM t o WHERE v = (SELECT max(v) FROM t i WHERE i.g = o.g);
SELECT x.g, x.total FROM (SELECT g, sum(v) AS total FROM t GROUP BY g) x WHERE x.total > 25;
SELECT g FROM t INTERSECT SELECT g FROM u;
SELECT g FROM t EXCEPT SELECT g FROM u;
SELECT g FROM t UNION SELECT g FROM u;
