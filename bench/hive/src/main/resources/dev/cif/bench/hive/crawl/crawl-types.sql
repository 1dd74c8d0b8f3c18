SELECT DISTINCT metadata['content-type'] FROM pages WHERE url LIKE '%/commons-lang3/%' ORDER BY 1
