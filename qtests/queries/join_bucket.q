-- Joins of tables bucketed and sorted alike.
-- engines: tez, mr
CREATE TABLE a (k int, v string) CLUSTERED BY (k) SORTED BY (k) INTO 2 BUCKETS STORED AS ${format};
CREATE TABLE b (k int, w string) CLUSTERED BY (k) SORTED BY (k) INTO 2 BUCKETS STORED AS ${format};
INSERT INTO a SELECT i, concat('a', i) FROM (SELECT posexplode(split(space(29), ' ')) AS (i, x)) g;
INSERT INTO b SELECT i * 3, concat('b', i) FROM (SELECT posexplode(split(space(9), ' ')) AS (i, x)) g;
SET hive.auto.convert.join=false;
SELECT a.k, v, w FROM a JOIN b ON a.k = b.k;
SET hive.auto.convert.join=true;
SET hive.optimize.bucketmapjoin=true;
SET hive.convert.join.bucket.mapjoin.tez=true;
SELECT a.k, v, w FROM a JOIN b ON a.k = b.k;
SET hive.auto.convert.sortmerge.join=true;
SET hive.optimize.bucketmapjoin.sortedmerge=true;
SELECT count(*), sum(a.k) FROM a JOIN b ON a.k = b.k;
