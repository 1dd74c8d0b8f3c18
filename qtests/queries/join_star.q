-- A fact table joined with several small ones, filters on each (Hive: vectorized_nested_mapjoin, mapjoin_hint, correlationoptimizer).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE sales (day date, item int, store int, price decimal(7, 2), quantity int) STORED AS ${format};
CREATE TABLE item (id int, category string, attributes map<string, string>) STORED AS ${format};
CREATE TABLE store (id int, city string, open struct<since: date, hours: int>) STORED AS ${format};
CREATE TABLE days (day date, year int, holiday boolean) STORED AS ${format};
INSERT INTO sales SELECT date_add('2021-01-01', i % 365), i % 37, i % 11, i % 1000 / 8, i % 5 FROM (SELECT posexplode(split(space(2999), ' ')) AS (i, x)) g;
INSERT INTO item SELECT i, concat('cat', i % 5), map('color', concat('c', i % 3), 'size', concat('s', i % 4)) FROM (SELECT posexplode(split(space(36), ' ')) AS (i, x)) g;
INSERT INTO store SELECT i, concat('city', i % 4), named_struct('since', date_add('2000-01-01', i * 100), 'hours', i % 3 + 8) FROM (SELECT posexplode(split(space(10), ' ')) AS (i, x)) g;
INSERT INTO days SELECT date_add('2021-01-01', i), 2021, i % 50 = 0 FROM (SELECT posexplode(split(space(364), ' ')) AS (i, x)) g;
SELECT s.city, i.category, count(*), sum(price * quantity) FROM sales x JOIN item i ON x.item = i.id JOIN store s ON x.store = s.id WHERE i.category = 'cat2' GROUP BY s.city, i.category;
SELECT i.attributes['color'], s.open.hours, sum(quantity) FROM sales x JOIN item i ON x.item = i.id JOIN store s ON x.store = s.id JOIN days d ON x.day = d.day
  WHERE d.holiday AND s.open.since > '2001-01-01' GROUP BY i.attributes['color'], s.open.hours;
SELECT count(*) FROM sales x JOIN days d ON x.day = d.day AND d.holiday LEFT JOIN store s ON x.store = s.id AND s.city = 'city1' WHERE s.id IS NULL;
SELECT category, max(total) FROM (SELECT i.category, x.store, sum(price) AS total FROM sales x JOIN item i ON x.item = i.id GROUP BY i.category, x.store) q GROUP BY category;
