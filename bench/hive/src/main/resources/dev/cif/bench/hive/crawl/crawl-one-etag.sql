SELECT count(*) AS pages, max(url) AS last FROM pages WHERE metadata['etag'] = '"b7ca9438"'
