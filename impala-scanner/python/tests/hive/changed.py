"""40 queries of tables with a past (changed.sql): the same question to Hive and, over libcif, to DuckDB."""

from typing import Any, Dict, List

from .queries import Query, Scan

PEOPLE = {"people": Scan("people")}
CODES = {"codes": Scan("codes")}
BOTH = {**PEOPLE, **CODES}


def people(*columns: str, filter: Any = None) -> Dict[str, Scan]:
    """DuckDB's table has the columns and rows that libcif has chosen."""
    return {"people": Scan("people", list(columns), filter)}


def named(**columns: str) -> Dict[str, Scan]:
    return {"people": Scan("people", columns)}


# In DuckDB, names that need quotes stand in double quotes.
ID = '"the-id"'
NAME = '"full name"'

QUERIES: List[Query] = [
    Query("counts of all columns",
          "SELECT count(*), count(`the-id`), count(`full name`), count(city), count(age), count(tags), count(who), "
          "count(old), count(score), count(since), count(extra), count(day), count(shard) FROM people", PEOPLE,
          f"SELECT count(*), count({ID}), count({NAME}), count(city), count(age), count(tags), count(who), "
          "count(old), count(score), count(since), count(extra), count(day), count(shard) FROM people"),
    Query("a renamed and widened key", "SELECT `the-id`, day, shard FROM people", people("the-id", "day", "shard"),
          f"SELECT {ID}, day, shard FROM people"),
    Query("a name that needs quotes", "SELECT `the-id`, `full name` FROM people",
          people("the-id", "full name"), f"SELECT {ID}, {NAME} FROM people"),
    Query("swapped columns", "SELECT `the-id`, city, age FROM people", people("the-id", "city", "age"),
          f"SELECT {ID}, city, age FROM people"),
    Query("a name that came again", "SELECT `the-id`, old FROM people", people("the-id", "old"),
          f"SELECT {ID}, old FROM people"),
    Query("defaults", "SELECT `the-id`, score, since, extra FROM people",
          people("the-id", "score", "since", "extra"), f"SELECT {ID}, score, since, extra FROM people"),
    Query("sums", "SELECT sum(`the-id`), sum(city), sum(score), sum(extra) FROM people", PEOPLE,
          f"SELECT sum({ID}), sum(city), sum(score), sum(extra) FROM people"),
    Query("least and greatest",
          "SELECT min(city), max(city), min(age), max(age), min(since), max(since), min(score), max(score) FROM people",
          PEOPLE),
    Query("groups by a default", "SELECT old, count(*) FROM people GROUP BY old", people("old")),
    Query("groups by a swapped column", "SELECT age, count(*), sum(city) FROM people GROUP BY age",
          people("age", "city")),
    Query("distinct values of partitions", "SELECT DISTINCT day, shard FROM people", people("day", "shard")),
    Query("years of partitions", "SELECT year(day), month(day), count(*) FROM people GROUP BY year(day), month(day)",
          people("day"),
          "SELECT year(day), month(day), count(*) FROM people GROUP BY year(day), month(day)"),
    Query("one partition", "SELECT `the-id` FROM people WHERE day = '2026-11-02' AND shard = 1",
          people("the-id", filter=[("day", "=", "2026-11-02"), ("shard", "=", 1)]), "SELECT * FROM people"),
    Query("a range of partitions", "SELECT `the-id` FROM people WHERE day > '2026-11-02' AND shard < 2",
          people("the-id", filter=[("day", ">", "2026-11-02"), ("shard", "<", 2)]), "SELECT * FROM people"),
    Query("the partition of NULL", "SELECT `the-id`, shard FROM people WHERE day IS NULL",
          people("the-id", "shard", filter=[("day", "is null")]), "SELECT * FROM people"),
    Query("numbers of partitions", "SELECT shard + 1, count(*) FROM people GROUP BY shard + 1", people("shard"),
          "SELECT shard + 1, count(*) FROM people GROUP BY shard + 1"),
    Query("a widened column equals", "SELECT `the-id` FROM people WHERE city = 17",
          people("the-id", filter=[("city", "=", 17)]), "SELECT * FROM people"),
    Query("a widened column beyond its old type", "SELECT `the-id`, city FROM people WHERE city > 4000000000",
          people("the-id", "city", filter=[("city", ">", 4000000000)]), "SELECT * FROM people"),
    Query("a swapped text equals", "SELECT `the-id` FROM people WHERE age = 'city 5'",
          people("the-id", filter=[("age", "=", "city 5")]), "SELECT * FROM people"),
    Query("a swapped text is NULL", "SELECT `the-id` FROM people WHERE age IS NULL AND city IS NOT NULL",
          people("the-id", filter=[("age", "is null"), ("city", "is not null")]), "SELECT * FROM people"),
    Query("an updated text", "SELECT `the-id`, age FROM people WHERE age LIKE '%!'",
          people("the-id", "age", filter=[("age", "contains", "!")]), "SELECT * FROM people"),
    Query("a quoted name equals", "SELECT `the-id` FROM people WHERE `full name` = 'n321'",
          people("the-id", filter=[("full name", "=", "n321")]), "SELECT * FROM people"),
    Query("a quoted name in a list", "SELECT `full name` FROM people WHERE `the-id` = 5 OR `the-id` = 700",
          people("the-id", "full name"), f"SELECT {NAME} FROM people WHERE {ID} IN (5, 700)"),
    Query("a default equals", "SELECT `the-id` FROM people WHERE score = 7",
          people("the-id", filter=[("score", "=", 7)]), "SELECT * FROM people"),
    Query("a default that was changed", "SELECT `the-id` FROM people WHERE score = 8",
          people("the-id", filter=[("score", "=", 8)]), "SELECT * FROM people"),
    Query("a default date is less", "SELECT `the-id` FROM people WHERE since < '2021-01-01'",
          people("the-id", filter=[("since", "<", "2021-01-01")]), "SELECT * FROM people"),
    Query("a default text is not", "SELECT `the-id`, old FROM people WHERE old <> 'n/a'",
          people("the-id", "old", filter=[("old", "!=", "n/a")]), "SELECT * FROM people"),
    Query("a column without a default is NULL", "SELECT count(*) FROM people WHERE extra IS NULL",
          people("the-id", filter=[("extra", "is null")]), "SELECT count(*) FROM people"),
    Query("an updated decimal", "SELECT `the-id` FROM people WHERE extra = 1.25",
          people("the-id", filter=[("extra", "=", 1.25)]), "SELECT * FROM people"),
    Query("what was set back is not there", "SELECT count(*) FROM people WHERE old = 'lost' OR `full name` = 'lost'",
          people("old", "full name"), f"SELECT count(*) FROM people WHERE old = 'lost' OR {NAME} = 'lost'"),
    Query("one key of a map", "SELECT `the-id`, tags['k'] FROM people", named(id="the-id", k="tags['k']"),
          "SELECT id, k FROM people"),
    Query("a key of a map equals", "SELECT `the-id` FROM people WHERE tags['x3'] = -13",
          people("the-id", filter=[("tags['x3']", "=", -13)]), "SELECT * FROM people"),
    Query("whole maps", "SELECT `the-id`, k, v FROM people LATERAL VIEW explode(tags) t AS k, v",
          people("the-id", "tags"),
          f"SELECT {ID}, e.key, e.value FROM (SELECT {ID}, unnest(map_entries(tags)) AS e FROM people)"),
    Query("fields of structs", "SELECT `the-id`, who.a, who.b FROM people",
          named(id="the-id", a="who.a", b="who.b"), "SELECT id, a, b FROM people"),
    Query("structs that are NULL", "SELECT count(*) FROM people WHERE who IS NULL", people("who"),
          "SELECT count(*) FROM people WHERE who IS NULL"),
    Query("a renamed key of a small table", "SELECT key_of, code, gone FROM codes", CODES),
    Query("groups of a default", "SELECT gone, count(*), max(key_of) FROM codes GROUP BY gone", CODES),
    Query("a join by renamed columns",
          "SELECT p.`full name`, c.code, c.gone FROM people p JOIN codes c ON p.`the-id` = c.key_of WHERE p.city > 50",
          BOTH, f"SELECT p.{NAME}, c.code, c.gone FROM people p JOIN codes c ON p.{ID} = c.key_of WHERE p.city > 50"),
    Query("an outer join",
          "SELECT p.`the-id`, c.code FROM people p LEFT JOIN codes c ON p.`the-id` = c.key_of AND c.gone "
          "WHERE p.shard = 0", BOTH,
          f"SELECT p.{ID}, c.code FROM people p LEFT JOIN codes c ON p.{ID} = c.key_of AND c.gone WHERE p.shard = 0"),
    Query("a subquery",
          "SELECT age, avg(score) FROM (SELECT age, score FROM people WHERE score IS NOT NULL) s GROUP BY age",
          people("age", "score", filter=[("score", "is not null")]),
          "SELECT age, avg(score) FROM people GROUP BY age"),
]
