SELECT sum(l_partkey), max(l_shipdate), sum(l_quantity) FROM lineitem
