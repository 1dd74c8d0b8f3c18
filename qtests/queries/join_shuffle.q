-- Shuffle joins: inner, full outer, of three tables, null-safe, self, cross.
-- engines: tez, mr
SET hive.auto.convert.join=false;
CREATE TABLE f (k int, v string) STORED AS ${format};
CREATE TABLE d (k bigint, name varchar(10)) STORED AS ${format};
CREATE TABLE e (name string, n decimal(4, 1)) STORED AS ${format};
INSERT INTO f VALUES (1, 'a'), (2, 'b'), (2, 'c'), (3, 'd'), (NULL, 'e');
INSERT INTO d VALUES (1, 'one'), (2, 'two'), (4, 'four'), (NULL, 'null');
INSERT INTO e VALUES ('one', 1.5), ('two', 2.5), ('null', NULL);
SELECT f.v, d.name FROM f JOIN d ON f.k = d.k;
SELECT f.v, d.name FROM f FULL OUTER JOIN d ON f.k = d.k;
SELECT f.v, d.name, e.n FROM f JOIN d ON f.k = d.k JOIN e ON d.name = e.name;
SELECT f.v, d.name FROM f JOIN d ON f.k <=> d.k;
SELECT x.v, y.v FROM f x JOIN f y ON x.k = y.k WHERE x.v < y.v;
SELECT count(*), sum(f.k * d.k) FROM f CROSS JOIN d;
