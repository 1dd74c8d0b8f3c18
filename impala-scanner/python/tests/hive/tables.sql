-- The tables of the 40 queries: written by Hive, read by Hive and by libcif.
SET hive.exec.dynamic.partition.mode = nonstrict;
SET hive.stats.autogather = false;

CREATE TABLE numbers (i int) STORED AS CIF;
INSERT INTO numbers SELECT pos FROM (SELECT posexplode(split(space(1999), ' '))) p;

-- Every primitive type; every ninth value of a column is NULL, each column's at other rows.
CREATE TABLE kinds (id int, flag boolean, tiny tinyint, small smallint, whole int, big bigint,
  single float, twice double, narrow decimal(9,2), wide decimal(38,10), words string,
  short varchar(8), padded char(6), raw binary, day date, moment timestamp,
  instant timestamp with local time zone)
STORED AS CIF;
INSERT INTO kinds
SELECT i,
  if(i % 9 = 0, NULL, i % 3 = 0),
  if(i % 9 = 1, NULL, cast(i % 256 - 128 AS tinyint)),
  if(i % 9 = 2, NULL, cast(i * 31 % 65536 - 32768 AS smallint)),
  if(i % 9 = 3, NULL, cast(i * 1048583 - 1000000000 AS int)),
  if(i % 9 = 4, NULL, cast(i AS bigint) * 4611686018427387 - 4611686018427387904),
  if(i % 9 = 5, NULL, cast(i / 8.0 - 100 AS float)),
  if(i % 9 = 6, NULL, i / 7.0D - 100),
  if(i % 9 = 7, NULL, cast(i * 12.34 - 9999.99 AS decimal(9,2))),
  if(i % 9 = 8, NULL, cast(i AS decimal(38,10)) * 12345678901234567.0123456789BD),
  if(i % 9 = 0, NULL, concat('word ', cast(i % 40 AS string), if(i % 5 = 0, ' größe 語', ''))),
  if(i % 9 = 1, NULL, cast(concat('v', i % 100) AS varchar(8))),
  if(i % 9 = 2, NULL, cast(concat('c', i % 10) AS char(6))),
  if(i % 9 = 3, NULL, unhex(concat('00FF', lpad(hex(i), 4, '0')))),
  if(i % 9 = 4, NULL, date_add(DATE '1969-12-25', i * 3)),
  if(i % 9 = 5, NULL, cast(concat('20', lpad(i % 40, 2, '0'), '-06-0', i % 9 + 1, ' 0', i % 10, ':15:',
     lpad(i % 60, 2, '0'), '.', lpad(i, 6, '0')) AS timestamp)),
  if(i % 9 = 6, NULL, cast(concat('1995-03-0', i % 9 + 1, ' 12:00:0', i % 10, ' UTC')
     AS timestamp with local time zone))
FROM numbers;

-- The paper's pages, a dcsl map, partitions by date and by a site whose name must be escaped.
CREATE TABLE pages (url string, inlink array<string>, metadata map<string,string>,
  annotations map<string,int>, content string)
PARTITIONED BY (fetched date, site string)
STORED AS CIF
TBLPROPERTIES ('cif.layout.metadata' = 'dcsl', 'cif.layout.content' = 'block',
  'cif.compression.content' = 'lzo');
INSERT INTO pages PARTITION (fetched, site)
SELECT concat('http://www', i % 17, if(i % 16 = 0, '.ibm.com/jp/', '.example.org/'), i),
  if(i % 11 = 0, NULL, split(substr('a,b,c,d,e', 1, i % 6 * 2), ',')),
  map('content-type', if(i % 4 = 0, 'text/html', if(i % 4 = 1, 'text/plain', 'image/jpeg')),
      'length', cast(i * 37 AS string), concat('x-', i % 50), 'rare', 'server', NULL),
  if(i % 13 = 0, NULL, if(i % 7 = 0, map('none', cast(NULL AS int)), map('rank', i % 100, 'links', NULL))),
  repeat(concat('<p>page ', i, '</p>'), i % 30),
  if(i % 5 = 0, NULL, date_add(DATE '2026-11-01', i % 3)),
  if(i % 5 = 1, 'a/b=c %', 'plain')
FROM numbers;

-- Nested to some depth.
CREATE TABLE nested (id int, who struct<name:string, home:struct<zip:int, lines:array<string>>>,
  items array<struct<sku:string, amount:decimal(10,2)>>, byday map<date,array<int>>,
  grid array<array<int>>)
STORED AS CIF;
INSERT INTO nested
SELECT i,
  if(i % 6 = 0, NULL, named_struct('name', concat('n', i % 20), 'home',
     if(i % 5 = 0, NULL, named_struct('zip', i % 90 + 10000,
        'lines', if(i % 4 = 0, NULL, array(concat('street ', i), 'town')))))),
  if(i % 8 = 0, NULL, if(i % 3 = 0, array(named_struct('sku', concat('s', i % 9), 'amount',
     cast(i / 4 AS decimal(10,2))), named_struct('sku', 'last', 'amount', cast(NULL AS decimal(10,2)))),
     array(named_struct('sku', 'only', 'amount', cast(1.5 AS decimal(10,2)))))),
  if(i % 10 = 0, NULL, map(date_add(DATE '2026-01-01', i % 5), array(i, i + 1),
     DATE '2025-12-31', if(i % 2 = 0, array_except(array(i), array(i)), array(-i)))),
  if(i % 7 = 0, NULL, array(array(i, i * 2), array_except(array(i), array(i)), array(-i)))
FROM numbers;

-- A table that grew: new columns, a wider type, several inserts.
CREATE TABLE grown (id int, amount int, note string) STORED AS CIF;
INSERT INTO grown SELECT i, i * 10, concat('first ', i) FROM numbers WHERE i < 700;
ALTER TABLE grown ADD COLUMNS (score double, tags map<string,string>);
INSERT INTO grown SELECT i, i * 10, concat('second ', i), i / 4.0D, map('k', cast(i AS string))
  FROM numbers WHERE i >= 700 AND i < 1400;
ALTER TABLE grown CHANGE amount amount bigint;
INSERT INTO grown (id, amount, note) SELECT i, cast(i AS bigint) * 10000000000, concat('third ', i)
  FROM numbers WHERE i >= 1400;

-- A table of one row.
CREATE TABLE single (id int, words string) STORED AS CIF;
INSERT INTO single SELECT i, 'x' FROM numbers WHERE i = 1234;
