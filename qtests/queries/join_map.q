-- Map joins: inner, outer, semi, anti, with complex columns carried along.
-- engines: tez, mr
CREATE TABLE f (k int, v string, l array<int>) STORED AS ${format};
CREATE TABLE d (k int, name string) STORED AS ${format};
INSERT INTO f SELECT 1, 'a', array(1) UNION ALL SELECT 2, 'b', array(2, 2) UNION ALL SELECT 2, 'c', cast(NULL AS array<int>)
  UNION ALL SELECT 3, 'd', array(cast(NULL AS int)) UNION ALL SELECT NULL, 'e', cast(NULL AS array<int>);
INSERT INTO d VALUES (1, 'one'), (2, 'two'), (4, 'four'), (NULL, 'null');
SET hive.auto.convert.join=true;
SELECT f.v, f.l, d.name FROM f JOIN d ON f.k = d.k;
SELECT f.v, d.name FROM f LEFT JOIN d ON f.k = d.k;
SELECT f.v, d.name FROM f RIGHT JOIN d ON f.k = d.k AND d.name <> 'two';
SELECT v FROM f WHERE k IN (SELECT k FROM d);
SELECT v FROM f WHERE NOT EXISTS (SELECT 1 FROM d WHERE d.k = f.k);
SET hive.vectorized.execution.enabled=false;
SELECT f.v, f.l, d.name FROM f JOIN d ON f.k = d.k;
