-- The one address that has earned most; of several the first.
SELECT sourceIP, totalRevenue, avgPageRank
FROM (
  SELECT uv.sourceIP, AVG(r.pageRank) AS avgPageRank, SUM(uv.adRevenue) AS totalRevenue
  FROM rankings r JOIN uservisits uv ON r.pageURL = uv.destURL
  WHERE uv.visitDate BETWEEN DATE '2000-01-15' AND DATE '2000-01-22'
  GROUP BY uv.sourceIP) t
ORDER BY totalRevenue DESC, sourceIP LIMIT 1;
