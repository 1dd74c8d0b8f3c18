-- Inner, outer, semi, anti and cross joins, as map joins (Hive: vector_inner_join, vector_outer_join*, vector_leftsemi_mapjoin).
-- runs: nightly
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE f (k int, g string, dt date, n decimal(10, 2), v bigint) STORED AS ${format};
CREATE TABLE d (k int, g string, dt date, n decimal(12, 3), name varchar(20)) STORED AS ${format};
INSERT INTO f SELECT if(i % 10 = 9, NULL, i % 50), if(i % 12 = 0, NULL, concat('g', i % 9)), date_add('2020-01-01', i % 30), i % 40 / 4, i FROM (SELECT posexplode(split(space(599), ' ')) AS (i, x)) g;
INSERT INTO d SELECT if(i = 3, NULL, i * 3), concat('g', i), date_add('2020-01-05', i * 2), i / 2, concat('name ', i) FROM (SELECT posexplode(split(space(13), ' ')) AS (i, x)) g;

SET hive.auto.convert.join=true;
SELECT count(*), sum(f.v), min(d.name) FROM f JOIN d ON f.k = d.k;
SELECT count(*), sum(f.v), count(d.name) FROM f LEFT JOIN d ON f.g = d.g;
SELECT count(*), sum(f.v), count(d.name) FROM f RIGHT JOIN d ON f.dt = d.dt;
SELECT count(*), sum(f.v), count(d.name) FROM f FULL JOIN d ON f.k = d.k;
SELECT count(*), sum(v) FROM f LEFT SEMI JOIN d ON f.n = d.n;
SELECT count(*), sum(v) FROM f WHERE NOT EXISTS (SELECT 1 FROM d WHERE d.k = f.k AND d.g <> 'g4');
SELECT count(*), sum(f.v) FROM f CROSS JOIN d WHERE d.k < 10;
SELECT count(*), sum(f.v) FROM f JOIN d ON f.k <=> d.k;
SELECT f.v, d.name FROM f JOIN d ON f.k = d.k AND f.v % 100 = d.k % 100;
