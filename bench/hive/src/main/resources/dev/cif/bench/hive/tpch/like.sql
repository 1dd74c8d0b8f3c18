SELECT count(*) FROM lineitem WHERE l_comment LIKE '%special%requests%'
