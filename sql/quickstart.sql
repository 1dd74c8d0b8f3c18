-- CIF in Hive in five minutes. Any Hive 4 with CIF's jar runs it; so does: bin/cif sql -f sql/quickstart.sql

CREATE TABLE pages (url STRING, fetched TIMESTAMP, metadata MAP<STRING,STRING>, content STRING)
STORED AS CIF;

INSERT INTO pages
SELECT 'http://a.example/', TIMESTAMP '2026-01-01 10:00:00', map('content-type', 'text/html'), '<html>a</html>'
UNION ALL
SELECT 'http://b.example/', TIMESTAMP '2026-01-01 11:00:00', map('content-type', 'text/css', 'encoding', 'gzip'), 'body {}';

-- Opens the files of url and metadata only, and decodes one value of each map.
SELECT DISTINCT metadata['content-type'] FROM pages WHERE url LIKE 'http%';

-- A new column: nothing is rewritten, rows written before have NULL.
ALTER TABLE pages ADD COLUMNS (language STRING);

INSERT INTO pages
SELECT 'http://c.example/', TIMESTAMP '2026-01-01 12:00:00', map('content-type', 'text/html'), '<html>c</html>', 'en';

SELECT url, language FROM pages ORDER BY url;

-- A derived column: one new file in each split-directory. Needs hive.semantic.analyzer.hook=dev.cif.hive.CifHook.
ALTER TABLE pages ADD COLUMNS (type STRING);
UPDATE pages SET type = metadata['content-type'];
UPDATE pages SET language = 'unknown' WHERE language IS NULL;

SELECT url, language, type FROM pages ORDER BY url;

-- No column file is opened.
SET hive.compute.query.using.stats = false;
SELECT count(*) FROM pages;

-- Partitions, and layouts by column.
CREATE TABLE pages_by_day (url STRING, metadata MAP<STRING,STRING>, content STRING)
PARTITIONED BY (day DATE)
STORED AS CIF
TBLPROPERTIES ('cif.layout.metadata' = 'dcsl', 'cif.layout.content' = 'block', 'cif.compression.content' = 'zstd');

SET hive.exec.dynamic.partition.mode = nonstrict;
INSERT OVERWRITE TABLE pages_by_day SELECT url, metadata, content, CAST(fetched AS DATE) FROM pages;

SELECT day, count(*), max(length(content)) FROM pages_by_day GROUP BY day;

ANALYZE TABLE pages COMPUTE STATISTICS FOR COLUMNS;
DROP TABLE pages;
DROP TABLE pages_by_day;
