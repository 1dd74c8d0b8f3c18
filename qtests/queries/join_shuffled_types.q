-- The same kinds of joins, by shuffling (Hive: vectorized_shufflejoin, join_*).
-- runs: nightly
-- engines: tez, mr
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE f (k int, g string, dt date, n decimal(10, 2), v bigint) STORED AS ${format};
CREATE TABLE d (k int, g string, dt date, n decimal(12, 3), name varchar(20)) STORED AS ${format};
INSERT INTO f SELECT if(i % 10 = 9, NULL, i % 50), if(i % 12 = 0, NULL, concat('g', i % 9)), date_add('2020-01-01', i % 30), i % 40 / 4, i FROM (SELECT posexplode(split(space(599), ' ')) AS (i, x)) g;
INSERT INTO d SELECT if(i = 3, NULL, i * 3), concat('g', i), date_add('2020-01-05', i * 2), i / 2, concat('name ', i) FROM (SELECT posexplode(split(space(13), ' ')) AS (i, x)) g;

SET hive.auto.convert.join=false;
SELECT count(*), sum(f.v), min(d.name) FROM f JOIN d ON f.k = d.k;
SELECT count(*), sum(f.v), count(d.name) FROM f LEFT JOIN d ON f.g = d.g AND f.dt = d.dt;
SELECT count(*), sum(f.v), count(d.name) FROM f FULL JOIN d ON f.n = d.n;
SELECT count(*), sum(v) FROM f LEFT SEMI JOIN d ON f.g = d.g;
SELECT count(*), sum(v) FROM f WHERE k NOT IN (SELECT k FROM d WHERE k IS NOT NULL);
SELECT count(*), sum(f.v) FROM f JOIN d ON f.k = d.k JOIN d e ON f.g = e.g;
SELECT d.name, count(*), sum(f.v) FROM f JOIN d ON f.g = d.g GROUP BY d.name;
