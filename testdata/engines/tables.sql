-- Tables of EnginesContract. Words in braces differ by engine; statements end with a semicolon at the end of a line.
-- A table `numbers` with an INT column n, 0 to 199, is there.

{create} {t}facts (
  id INT, b BOOLEAN, i1 TINYINT, i2 SMALLINT, i8 BIGINT, f FLOAT, d DOUBLE, e DECIMAL(20,3), w DECIMAL(38,10),
  s STRING, v VARCHAR(10), c CHAR(5), x BINARY, born DATE, at TIMESTAMP, a ARRAY<INT>, m MAP<STRING,INT>,
  r STRUCT<a:INT,b:STRUCT<c:STRING,d:ARRAY<STRING>>>, deep MAP<STRING,ARRAY<STRUCT<p:DECIMAL(9,2),q:DATE>>>,
  `a-b c` INT, `select` STRING)
  {using} {stored} LOCATION '{folder}/facts';

{create} {t}visits (id INT, s STRING, n BIGINT) {using} PARTITIONED BY (day DATE, zone STRING)
  {stored} LOCATION '{folder}/visits';

{create} {t}names (k STRING, label STRING, weight DECIMAL(10,2)) {using} {stored} LOCATION '{folder}/names';

{create} {t}grown (id INT) {using} {stored} LOCATION '{folder}/grown';

INSERT INTO {t}facts SELECT
  n,
  IF(n % 9 = 8, CAST(NULL AS BOOLEAN), n % 2 = 0),
  CAST(n % 100 - 50 AS TINYINT),
  CAST(n * 250 - 15000 AS SMALLINT),
  CAST(n AS BIGINT) * 10000000000 - 7,
  CAST(CAST(n AS DOUBLE) / 4 AS FLOAT),
  IF(n % 8 = 7, CAST(NULL AS DOUBLE), CAST(n AS DOUBLE) / 8 - 3),
  IF(n % 6 = 5, CAST(NULL AS DECIMAL(20,3)), CAST(concat(CAST(n * 1000 AS STRING), '.125') AS DECIMAL(20,3))),
  CAST(concat(CAST(n + 1 AS STRING), '23456789012345678.0123456789') AS DECIMAL(38,10)),
  CASE WHEN n % 7 = 0 THEN CAST(NULL AS STRING) WHEN n % 11 = 5 THEN concat('Größe ☃ ', CAST(n AS STRING))
    ELSE concat('s', CAST(n % 40 AS STRING)) END,
  CAST(concat('v', CAST(n AS STRING)) AS VARCHAR(10)),
  CAST(concat('c', CAST(n % 10 AS STRING)) AS CHAR(5)),
  IF(n % 5 = 4, CAST(NULL AS BINARY), CAST(concat('b', CAST(n AS STRING)) AS BINARY)),
  IF(n % 13 = 12, CAST(NULL AS DATE), date_add(DATE '1969-12-01', n * 11)),
  CAST(concat('20', lpad(CAST(n % 30 AS STRING), 2, '0'), '-03-0', CAST(n % 9 + 1 AS STRING), ' 12:',
    lpad(CAST(n % 60 AS STRING), 2, '0'), ':05.12345', CAST(n % 10 AS STRING)) AS TIMESTAMP),
  IF(n % 10 = 3, NULL, array(n, n + 1, IF(n % 2 = 0, CAST(NULL AS INT), n * 2))),
  IF(n % 10 = 6, NULL, map('a', n, concat('k', CAST(n % 5 AS STRING)), IF(n % 4 = 0, CAST(NULL AS INT), n * 3))),
  IF(n % 12 = 9, NULL, named_struct('a', n * 2, 'b', named_struct('c', concat('c', CAST(n % 3 AS STRING)),
    'd', array('x', CAST(n AS STRING))))),
  map(concat('x', CAST(n % 3 AS STRING)), array(named_struct('p', CAST(concat(CAST(n AS STRING), '.25') AS
    DECIMAL(9,2)), 'q', date_add(DATE '2020-01-01', n)))),
  n * 3,
  IF(n % 3 = 1, CAST(NULL AS STRING), concat('word ', CAST(n % 4 AS STRING)))
  FROM numbers WHERE n < 120;

INSERT INTO {t}visits PARTITION (day, zone) SELECT
  n, concat('s', CAST(n % 25 AS STRING)), CAST(n AS BIGINT) * 1000003,
  IF(n % 3 = 0, DATE '2024-02-29', DATE '2024-03-01'),
  CASE n % 3 WHEN 0 THEN 'eu' WHEN 1 THEN 'a b/c=d' ELSE 'u%41' END
  FROM numbers WHERE n < 60;

INSERT INTO {t}names SELECT
  IF(n = 19, CAST(NULL AS STRING), concat('s', CAST(n AS STRING))), concat('label ', CAST(n % 4 AS STRING)),
  CAST(concat(CAST(n AS STRING), '.50') AS DECIMAL(10,2))
  FROM numbers WHERE n < 20;

INSERT INTO {t}grown SELECT n FROM numbers WHERE n < 30;

ALTER TABLE {t}grown ADD COLUMNS (note STRING, tags MAP<STRING,INT>);

INSERT INTO {t}grown SELECT n, concat('new ', CAST(n AS STRING)), map('t', n * 2) FROM numbers WHERE n >= 30 AND n < 45;
