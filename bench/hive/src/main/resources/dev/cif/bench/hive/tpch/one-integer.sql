SELECT sum(l_linenumber) FROM lineitem
