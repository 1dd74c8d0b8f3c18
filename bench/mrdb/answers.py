"""Answers MR/DB's tasks with DuckDB: answers.py FOLDER, as `bench/mrdb/run --generate` prints it. Reads
the tables' text, and writes a file of sorted lines for each task into FOLDER/answers."""

import decimal
import pathlib
import sys

import duckdb

TABLES = {
    "data": {"key": "VARCHAR", "field": "VARCHAR"},
    "rankings": {"pageURL": "VARCHAR", "pageRank": "INTEGER", "avgDuration": "INTEGER"},
    "uservisits": {
        "sourceIP": "VARCHAR",
        "destURL": "VARCHAR",
        "visitDate": "DATE",
        "adRevenue": "FLOAT",
        "userAgent": "VARCHAR",
        "countryCode": "VARCHAR",
        "languageCode": "VARCHAR",
        "searchWord": "VARCHAR",
        "duration": "INTEGER",
    },
    "documents": {"url": "VARCHAR", "contents": "VARCHAR"},
}

TASKS = {
    "grep": "SELECT * FROM data WHERE field LIKE '%XYZ%'",
    "select": "SELECT pageURL, pageRank FROM rankings WHERE pageRank > 10",
    "aggregate": "SELECT sourceIP, SUM(adRevenue::DOUBLE) FROM uservisits GROUP BY sourceIP",
    "join": """
        SELECT sourceIP, SUM(adRevenue::DOUBLE) AS totalRevenue, AVG(pageRank)
        FROM rankings JOIN uservisits ON pageURL = destURL
        WHERE visitDate BETWEEN DATE '2000-01-15' AND DATE '2000-01-22'
        GROUP BY sourceIP ORDER BY totalRevenue DESC, sourceIP LIMIT 1""",
    "udf": """
        SELECT url, COUNT(*)
        FROM (SELECT unnest(regexp_extract_all(contents, '<a href="([^"]*)"', 1)) AS url FROM documents)
        GROUP BY url""",
}


def text(value):
    """A number exactly, without zeros at its end; anything else as it is."""
    if isinstance(value, str):
        return value
    digits = format(decimal.Decimal(value), "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def main():
    folder = pathlib.Path(sys.argv[1])
    answers = folder / "answers"
    missing = [task for task in TASKS if not (answers / f"{task}.tsv").exists()]
    if not missing:
        return
    database = duckdb.connect()
    for table, columns in TABLES.items():
        files = str(folder / table / "TXT" / "part-*.txt")
        database.execute(
            f"CREATE VIEW {table} AS SELECT * FROM read_csv($${files}$$, delim='\t', header=false,"
            f" quote='', escape='', auto_detect=false, max_line_size=10000000, columns={columns})"
        )
    answers.mkdir(exist_ok=True)
    for task in missing:
        lines = sorted("\t".join(text(cell) for cell in row) for row in database.execute(TASKS[task]).fetchall())
        part = answers / f"{task}.part"
        part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        part.rename(answers / f"{task}.tsv")


main()
