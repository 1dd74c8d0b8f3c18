SELECT metadata['encoding'] AS encoding, count(*) AS pages,
       sum(CAST(metadata['content-length'] AS bigint)) AS bytes
FROM pages
GROUP BY metadata['encoding']
ORDER BY pages DESC
