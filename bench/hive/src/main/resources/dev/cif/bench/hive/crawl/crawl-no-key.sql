SELECT count(*) AS pages, max(url) AS last FROM pages WHERE metadata['retry-after'] IS NOT NULL
