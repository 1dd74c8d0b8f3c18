-- How often each page is linked to: what MR/DB has a function of its own for.
SELECT url, COUNT(*)
FROM (
  SELECT substring_index(part, '"', 1) AS url
  FROM documents LATERAL VIEW posexplode(split(contents, '<a href="')) links AS n, part
  WHERE n > 0) t
GROUP BY url;
