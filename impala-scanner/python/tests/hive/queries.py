"""The 40 queries: the same question to Hive and, over libcif, to DuckDB.

Each has its SQL for Hive, another for DuckDB where the dialects differ, and the scans behind DuckDB's
tables. A scan has the table, the columns (name in DuckDB to projection; None: all) and the filter.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple


class Scan(NamedTuple):
    table: str
    columns: Any = None
    filter: Any = None


class Query(NamedTuple):
    name: str
    hive: str
    scans: Dict[str, Scan]
    duckdb: Optional[str] = None


KINDS = {"kinds": Scan("kinds")}
PAGES = {"pages": Scan("pages")}
NESTED = {"nested": Scan("nested")}
GROWN = {"grown": Scan("grown")}


def kinds(*columns: str, filter: Any = None) -> Dict[str, Scan]:
    return {"kinds": Scan("kinds", ["id", *columns], filter)}


QUERIES: List[Query] = [
    # Every type as it is, NULLs included.
    Query("booleans", "SELECT id, flag FROM kinds", kinds("flag")),
    Query("small integers", "SELECT id, tiny, small FROM kinds", kinds("tiny", "small")),
    Query("integers", "SELECT id, whole, big FROM kinds", kinds("whole", "big")),
    Query("floating numbers", "SELECT id, single, twice FROM kinds", kinds("single", "twice")),
    Query("decimals", "SELECT id, narrow, wide FROM kinds", kinds("narrow", "wide")),
    Query("texts", "SELECT id, words, short FROM kinds", kinds("words", "short")),
    Query("padded texts", "SELECT id, concat('[', padded, ']') FROM kinds", kinds("padded"),
          "SELECT id, '[' || padded || ']' FROM kinds"),
    Query("binaries", "SELECT id, hex(raw) FROM kinds", kinds("raw")),
    Query("dates", "SELECT id, day FROM kinds", kinds("day")),
    Query("timestamps", "SELECT id, moment FROM kinds", kinds("moment")),
    Query("instants", "SELECT id, unix_timestamp(instant) FROM kinds", kinds("instant"),
          "SELECT id, CAST(epoch(instant) AS BIGINT) FROM kinds"),
    # Aggregates over all columns.
    Query("count of each column",
          "SELECT count(*), count(flag), count(tiny), count(wide), count(words), count(raw), "
          "count(moment), count(instant) FROM kinds", KINDS),
    Query("sums", "SELECT sum(tiny), sum(small), sum(whole), sum(narrow), sum(wide) FROM kinds",
          KINDS),
    Query("least and greatest",
          "SELECT min(big), max(big), min(twice), max(twice), min(words), max(words), min(day), "
          "max(moment) FROM kinds", KINDS),
    Query("groups", "SELECT words, count(*), avg(whole) FROM kinds GROUP BY words", KINDS),
    Query("groups of groups",
          "SELECT trim(padded), flag, count(DISTINCT short) FROM kinds GROUP BY padded, flag", KINDS,
          "SELECT padded, flag, count(DISTINCT short) FROM kinds GROUP BY padded, flag"),
    # Conditions that libcif evaluates, against conditions that Hive evaluates.
    Query("an integer equals", "SELECT id, words FROM kinds WHERE small = -32737",
          kinds("words", filter=[("small", "=", -32737)]), "SELECT * FROM kinds"),
    Query("a range of dates", "SELECT id, day FROM kinds WHERE day >= '1975-01-01' AND day < '1980-06-30'",
          kinds("day", filter=[("day", ">=", "1975-01-01"), ("day", "<", "1980-06-30")]),
          "SELECT * FROM kinds"),
    Query("a decimal is greater", "SELECT id FROM kinds WHERE wide > 20000000000000000000",
          kinds(filter=[("wide", ">", 20000000000000000000)]), "SELECT id FROM kinds"),
    Query("a double is not", "SELECT id FROM kinds WHERE twice <> -100",
          kinds(filter=[("twice", "!=", -100.0)]), "SELECT id FROM kinds"),
    Query("a text equals", "SELECT id, big FROM kinds WHERE words = 'word 15 größe 語'",
          kinds("big", filter=[("words", "=", "word 15 größe 語")]), "SELECT * FROM kinds"),
    Query("a text contains", "SELECT id FROM kinds WHERE words LIKE '%größe%'",
          kinds(filter=[("words", "contains", "größe")]), "SELECT id FROM kinds"),
    Query("a padded text equals", "SELECT id FROM kinds WHERE padded = 'c7'",
          kinds(filter=[("padded", "=", "c7")]), "SELECT id FROM kinds"),
    Query("NULL and not NULL", "SELECT id FROM kinds WHERE moment IS NULL AND flag IS NOT NULL",
          kinds(filter=[("moment", "is null"), ("flag", "is not null")]), "SELECT id FROM kinds"),
    Query("a timestamp is less", "SELECT id FROM kinds WHERE moment < '2008-06-05 00:00:00'",
          kinds(filter=[("moment", "<", "2008-06-05 00:00:00")]), "SELECT id FROM kinds"),
    # Maps, the paper's query among them.
    Query("the paper's query",
          "SELECT DISTINCT metadata['content-type'] FROM pages WHERE url LIKE '%ibm.com/jp%'",
          {"p": Scan("pages", {"type": "metadata['content-type']"},
                     [("url", "contains", "ibm.com/jp")])},
          "SELECT DISTINCT type FROM p"),
    Query("one key", "SELECT url, metadata['length'], annotations['rank'] FROM pages",
          {"p": Scan("pages", ["url", "metadata['length']", "annotations['rank']"])},
          "SELECT * FROM p"),
    Query("a rare key", "SELECT url FROM pages WHERE metadata['x-7'] = 'rare'",
          {"p": Scan("pages", ["url"], [("metadata['x-7']", "=", "rare")])}, "SELECT * FROM p"),
    Query("a key that is nowhere", "SELECT count(metadata['nowhere']) FROM pages",
          {"p": Scan("pages", {"k": "metadata['nowhere']"})}, "SELECT count(k) FROM p"),
    Query("whole maps", "SELECT url, k, v FROM pages LATERAL VIEW explode(metadata) m AS k, v", PAGES,
          "SELECT url, e.key, e.value FROM (SELECT url, unnest(map_entries(metadata)) AS e "
          "FROM pages)"),
    Query("sizes of maps and lists", "SELECT url, size(annotations), size(inlink) FROM pages "
          "WHERE annotations IS NOT NULL AND inlink IS NOT NULL", PAGES,
          "SELECT url, cardinality(annotations), len(inlink) FROM pages "
          "WHERE annotations IS NOT NULL AND inlink IS NOT NULL"),
    Query("elements of lists", "SELECT l, count(*) FROM pages LATERAL VIEW explode(inlink) x AS l "
          "GROUP BY l", PAGES,
          "SELECT l, count(*) FROM (SELECT unnest(inlink) AS l FROM pages) GROUP BY l"),
    # Partitions.
    Query("partition columns", "SELECT fetched, site, count(*), sum(length(content)) FROM pages "
          "GROUP BY fetched, site", PAGES),
    Query("one partition", "SELECT url FROM pages WHERE fetched = '2026-11-02' AND site = 'a/b=c %'",
          {"p": Scan("pages", ["url"], [("fetched", "=", "2026-11-02"), ("site", "=", "a/b=c %")])},
          "SELECT * FROM p"),
    Query("the partition of NULL", "SELECT count(*) FROM pages WHERE fetched IS NULL",
          {"p": Scan("pages", ["url"], [("fetched", "is null")])}, "SELECT count(*) FROM p"),
    # Nested types.
    Query("fields of structs", "SELECT id, who.name, who.home.zip FROM nested",
          {"n": Scan("nested", ["id", "who.name", "who.home.zip"])}, "SELECT * FROM n"),
    Query("structs in lists", "SELECT id, i.sku, i.amount FROM nested "
          "LATERAL VIEW explode(items) x AS i", NESTED,
          "SELECT id, i.sku, i.amount FROM (SELECT id, unnest(items) AS i FROM nested)"),
    Query("lists in maps and lists",
          "SELECT id, k, size(v), size(grid), grid[0][1] FROM nested "
          "LATERAL VIEW explode(byday) m AS k, v WHERE grid IS NOT NULL", NESTED,
          "SELECT id, e.key, len(e.value), len(grid), grid[1][2] FROM "
          "(SELECT id, grid, unnest(map_entries(byday)) AS e FROM nested WHERE grid IS NOT NULL)"),
    # A table that grew, and a join.
    Query("added columns and a wider type",
          "SELECT id, amount, note, score, tags['k'] FROM grown",
          {"g": Scan("grown", ["id", "amount", "note", "score", "tags['k']"])}, "SELECT * FROM g"),
    Query("a join",
          "SELECT g.note, k.words, n.who.name FROM grown g JOIN kinds k ON g.id = k.id "
          "JOIN nested n ON n.id = g.id LEFT JOIN single x ON x.id = g.id "
          "WHERE g.amount > 9000 AND x.id IS NULL",
          {"g": Scan("grown", ["id", "note"], [("amount", ">", 9000)]),
           "k": Scan("kinds", ["id", "words"]),
           "n": Scan("nested", {"id": "id", "name": "who.name"}), "x": Scan("single")},
          "SELECT g.note, k.words, n.name FROM g JOIN k ON g.id = k.id JOIN n ON n.id = g.id "
          "LEFT JOIN x ON x.id = g.id WHERE x.id IS NULL"),
]
