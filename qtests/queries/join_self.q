-- A table joined with itself, and unions of scans (Hive: auto_join*, union_*).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE e (id int, boss int, name string, salary decimal(9, 2)) STORED AS ${format};
INSERT INTO e SELECT i, if(i = 0, NULL, cast((i - 1) / 3 AS int)), concat('n', lpad(i, 3, '0')), 1000 + i * 37 % 400 FROM (SELECT posexplode(split(space(79), ' ')) AS (i, x)) g;
SELECT a.name, b.name FROM e a JOIN e b ON a.boss = b.id WHERE a.salary > b.salary AND a.id < 40;
SELECT b.name, count(*), sum(a.salary) FROM e a JOIN e b ON a.boss = b.id GROUP BY b.name;
SELECT a.name FROM e a WHERE a.salary > (SELECT avg(salary) FROM e b WHERE b.boss = a.boss) AND a.id < 30;
SELECT name FROM e WHERE id NOT IN (SELECT boss FROM e WHERE boss IS NOT NULL) AND id < 40;
SELECT count(*), sum(n) FROM (SELECT id AS n FROM e WHERE id < 10 UNION ALL SELECT boss FROM e WHERE boss > 5 UNION ALL SELECT salary FROM e) u;
SELECT c.name FROM e a JOIN e b ON a.boss = b.id JOIN e c ON b.boss = c.id WHERE a.id IN (50, 60, 79);
