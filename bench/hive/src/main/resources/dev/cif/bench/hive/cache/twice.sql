WITH frequent AS (
  SELECT item FROM sales WHERE day % 31 <> ${session} AND length(note) > 9 GROUP BY item, day HAVING count(*) > 4),
spent AS (
  SELECT customer, sum(quantity * amount) AS total FROM sales
  WHERE day % 31 <> ${session} AND length(note) > 9 GROUP BY customer),
most AS (SELECT max(total) AS most FROM spent)
SELECT count(*), sum(o.amount) FROM orders o
  LEFT SEMI JOIN frequent f ON o.item = f.item
  JOIN (SELECT customer FROM spent CROSS JOIN most WHERE total > 0.9 * most) b ON o.customer = b.customer
