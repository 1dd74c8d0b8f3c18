-- Queries of TPC-H's shapes over small tables (Hive: perf/, tpch).
-- runs: nightly
-- modes: vectors, rows
SET hive.fetch.task.conversion=none;
CREATE TABLE lineitem (l_orderkey int, l_partkey int, l_quantity decimal(12, 2), l_extendedprice decimal(12, 2), l_discount decimal(12, 2), l_returnflag char(1), l_linestatus char(1), l_shipdate date, l_commitdate date, l_receiptdate date, l_shipmode char(10), l_comment varchar(44)) STORED AS ${format};
CREATE TABLE orders (o_orderkey int, o_custkey int, o_totalprice decimal(12, 2), o_orderdate date, o_orderpriority char(15), o_comment varchar(79)) STORED AS ${format};
CREATE TABLE customer (c_custkey int, c_name varchar(25), c_mktsegment char(10), c_acctbal decimal(12, 2)) STORED AS ${format};
INSERT INTO customer SELECT i, concat('Customer#', lpad(i, 9, '0')), elt(i % 3 + 1, 'BUILDING', 'MACHINERY', 'FURNITURE'), i * 17 % 900 - 100 FROM (SELECT posexplode(split(space(59), ' ')) AS (i, x)) g;
INSERT INTO orders SELECT i * 4, i * 7 % 60, i * 131 % 5000, date_add('1994-01-01', i * 3 % 900), elt(i % 4 + 1, '1-URGENT', '2-HIGH', '3-MEDIUM', '5-LOW'), concat('comment ', if(i % 9 = 0, 'special requests', 'x'), i) FROM (SELECT posexplode(split(space(399), ' ')) AS (i, x)) g;
INSERT INTO lineitem SELECT i % 400 * 4, i * 13 % 100, i % 50 + 1, i * 97 % 9000, i % 11 / 100, elt(i % 3 + 1, 'R', 'A', 'N'), elt(i % 2 + 1, 'O', 'F'), date_add('1994-01-15', i * 5 % 1000), date_add('1994-02-01', i * 5 % 1000), date_add('1994-01-20', i * 5 % 1010), elt(i % 5 + 1, 'MAIL', 'SHIP', 'RAIL', 'AIR', 'TRUCK'), concat('c ', i) FROM (SELECT posexplode(split(space(1599), ' ')) AS (i, x)) g;
SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice), sum(l_extendedprice * (1 - l_discount)), avg(l_quantity), count(*) FROM lineitem WHERE l_shipdate <= date '1996-09-02' GROUP BY l_returnflag, l_linestatus;
SELECT sum(l_extendedprice * l_discount) FROM lineitem WHERE l_shipdate >= date '1994-01-01' AND l_shipdate < date '1995-01-01' AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24;
SELECT l_orderkey, sum(l_extendedprice * (1 - l_discount)) AS revenue, o_orderdate FROM customer JOIN orders ON c_custkey = o_custkey JOIN lineitem ON l_orderkey = o_orderkey
  WHERE c_mktsegment = 'BUILDING' AND o_orderdate < date '1995-03-15' AND l_shipdate > date '1995-03-15' GROUP BY l_orderkey, o_orderdate ORDER BY revenue DESC, l_orderkey LIMIT 10;
SELECT o_orderpriority, count(*) FROM orders WHERE o_orderdate >= date '1994-07-01' AND EXISTS (SELECT 1 FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate) GROUP BY o_orderpriority;
SELECT l_shipmode, sum(CASE WHEN o_orderpriority = '1-URGENT' OR o_orderpriority = '2-HIGH' THEN 1 ELSE 0 END), count(*) FROM orders JOIN lineitem ON o_orderkey = l_orderkey WHERE l_shipmode IN ('MAIL', 'SHIP') AND l_shipdate < l_commitdate GROUP BY l_shipmode;
SELECT n, count(*) FROM (SELECT c_custkey, count(o_orderkey) AS n FROM customer LEFT JOIN orders ON c_custkey = o_custkey AND o_comment NOT LIKE '%special%requests%' GROUP BY c_custkey) x GROUP BY n;
SELECT c_name, o_orderkey, sum(l_quantity) FROM customer JOIN orders ON c_custkey = o_custkey JOIN lineitem ON o_orderkey = l_orderkey
  WHERE o_orderkey IN (SELECT l_orderkey FROM lineitem GROUP BY l_orderkey HAVING sum(l_quantity) > 180) GROUP BY c_name, o_orderkey ORDER BY o_orderkey LIMIT 10;
SELECT count(*), sum(c_acctbal) FROM customer WHERE c_acctbal > (SELECT avg(c_acctbal) FROM customer WHERE c_acctbal > 0) AND NOT EXISTS (SELECT 1 FROM orders WHERE o_custkey = c_custkey AND o_totalprice > 4900);
