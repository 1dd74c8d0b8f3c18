SELECT sourceIP, SUM(adRevenue) FROM uservisits GROUP BY sourceIP;
