SELECT sum(r_regionkey) FROM region
