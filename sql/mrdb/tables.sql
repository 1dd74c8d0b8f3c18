-- MR/DB's tables (Pavlo and others, SIGMOD 2009) in CIF, from text that `bench/mrdb/run --generate`
-- writes. FOLDER is what that prints:
--   bin/cif sql --home HOME --hiveconf mrdb.text=FOLDER -f sql/mrdb/tables.sql

CREATE EXTERNAL TABLE data_text (key VARCHAR(10), field VARCHAR(90))
ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE
LOCATION '${hiveconf:mrdb.text}/data/TXT';

CREATE EXTERNAL TABLE rankings_text (pageURL VARCHAR(100), pageRank INT, avgDuration INT)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE
LOCATION '${hiveconf:mrdb.text}/rankings/TXT';

CREATE EXTERNAL TABLE uservisits_text (
  sourceIP VARCHAR(16), destURL VARCHAR(100), visitDate DATE, adRevenue FLOAT, userAgent VARCHAR(64),
  countryCode VARCHAR(3), languageCode VARCHAR(6), searchWord VARCHAR(32), duration INT)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE
LOCATION '${hiveconf:mrdb.text}/uservisits/TXT';

CREATE EXTERNAL TABLE documents_text (url VARCHAR(100), contents STRING)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE
LOCATION '${hiveconf:mrdb.text}/documents/TXT';

CREATE TABLE data STORED AS CIF AS SELECT * FROM data_text;
CREATE TABLE rankings STORED AS CIF AS SELECT * FROM rankings_text;
CREATE TABLE uservisits STORED AS CIF AS SELECT * FROM uservisits_text;
CREATE TABLE documents STORED AS CIF AS SELECT * FROM documents_text;

-- The index of join-index.sql: rows in the order of their days, and statistics of blocks.
CREATE TABLE uservisits_by_day STORED AS CIF AS SELECT * FROM uservisits_text SORT BY visitDate;
