SELECT pageURL, pageRank FROM rankings WHERE pageRank > 10;
