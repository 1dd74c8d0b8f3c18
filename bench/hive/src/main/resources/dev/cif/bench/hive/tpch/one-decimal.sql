SELECT sum(l_extendedprice) FROM lineitem
