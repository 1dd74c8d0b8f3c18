SELECT * FROM lineitem WHERE l_orderkey = 3456865
