-- Tables with a past: columns that were renamed, swapped, dropped, added again, widened, have defaults, were set and
-- set back. Hive knows them by its metastore, libcif by their table files.
CREATE TABLE people (id int, name string, age int, city string, tags map<string,int>, who struct<a:int,b:string>, old int)
PARTITIONED BY (day date, shard int)
STORED AS CIF;
INSERT INTO people
SELECT i, concat('n', i), i % 90, if(i % 7 = 0, NULL, concat('city ', i % 12)),
  map('k', i, concat('x', i % 5), -i), named_struct('a', i, 'b', concat('b', i % 3)), i * 2,
  if(i % 50 = 49, NULL, date_add(DATE '2026-11-01', i % 3)), i % 2
FROM numbers WHERE i < 300;

-- Two columns of two types change their names with each other, and one gets a name that needs quotes.
ALTER TABLE people CHANGE age between_both int;
ALTER TABLE people CHANGE city age string;
ALTER TABLE people CHANGE between_both city int;
ALTER TABLE people CHANGE name `full name` string;
-- A dropped column's name comes again, with another type and a default.
ALTER TABLE people REPLACE COLUMNS (id int, `full name` string, city int, age string, tags map<string,int>,
  who struct<a:int,b:string>);
ALTER TABLE people SET TBLPROPERTIES ('cif.default.old' = 'n/a', 'cif.default.score' = '7', 'cif.default.since' = '2020-02-29');
ALTER TABLE people ADD COLUMNS (old string, score bigint, since date, extra decimal(10,2)) CASCADE;
INSERT INTO people
SELECT i, concat('n', i), i % 90, if(i % 7 = 0, NULL, concat('city ', i % 12)),
  map('k', i, 'y', cast(NULL AS int)), if(i % 9 = 0, NULL, named_struct('a', i, 'b', concat('b', i % 3))), if(i % 4 = 0, NULL, concat('o', i % 10)),
  i * 1000000007, date_add(DATE '2026-01-01', i), cast(i / 4 AS decimal(10,2)),
  date_add(DATE '2026-11-02', i % 3), i % 3
FROM numbers WHERE i >= 300 AND i < 600;
ALTER TABLE people CHANGE city city bigint CASCADE;
ALTER TABLE people CHANGE id `the-id` bigint CASCADE;
UPDATE people SET score = score + 1, extra = 1.25 WHERE shard = 1;
UPDATE people SET age = concat(age, '!') WHERE city < 10;
UPDATE people SET old = 'lost', `full name` = 'lost';
ALTER TABLE people EXECUTE ROLLBACK(1);
INSERT INTO people
SELECT i, concat('n', i), i * 10000000000, NULL, map('', 0), named_struct('a', cast(NULL AS int), 'b', 'last'), 'new', NULL, NULL, NULL,
  DATE '2026-12-24', 7
FROM numbers WHERE i >= 600 AND i < 900;

-- A smaller one, without partitions, whose key was renamed.
CREATE TABLE codes (number int, code string, gone double) STORED AS CIF;
INSERT INTO codes SELECT i, concat('c', i % 20), i / 2.0D FROM numbers WHERE i < 200;
ALTER TABLE codes REPLACE COLUMNS (number int, code string);
ALTER TABLE codes CHANGE number key_of bigint;
ALTER TABLE codes SET TBLPROPERTIES ('cif.default.gone' = 'false');
ALTER TABLE codes ADD COLUMNS (gone boolean);
INSERT INTO codes SELECT cast(i AS bigint), concat('c', i % 20), i % 3 = 0 FROM numbers WHERE i >= 200 AND i < 400;
