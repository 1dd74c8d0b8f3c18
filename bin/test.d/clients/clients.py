"""Checks what Python's clients of Hive see of the table that clients_test.sh has made: clients.py PORT"""

import sys

import sqlalchemy
from impala import dbapi
from pyhive import hive

PORT = int(sys.argv[1])
COLUMNS = ["url", "size", "tags", "outlinks", "host"]
QUERY = f"SELECT {', '.join(COLUMNS)} FROM pages ORDER BY url"
ROWS = [
    ("http://a.example/", 1, '{"a":10}', '[{"href":"x","text":"y"}]', "a.example"),
    ("http://b.example/", 2, None, '[{"href":"","text":""}]', "b.example"),
]


def expect(what, expected, got):
    if expected != got:
        sys.exit(f"FAIL {what}: expected\n{expected}\ngot\n{got}")
    print(f"ok   {what}")


with hive.connect(host="localhost", port=PORT, username="any") as connection:
    cursor = connection.cursor()
    cursor.execute(QUERY)
    expect("PyHive: rows", ROWS, cursor.fetchall())
    expect("PyHive: columns", COLUMNS, [c[0] for c in cursor.description])

connection = dbapi.connect(host="localhost", port=PORT, auth_mechanism="PLAIN", user="any", password="any")
cursor = connection.cursor()
cursor.execute(QUERY)
# Its arrays are bytes, those of every format.
rows = [tuple(v.decode() if isinstance(v, bytes) else v for v in row) for row in cursor.fetchall()]
expect("impyla: rows", ROWS, rows)
cursor.get_tables()
expect("impyla: tables", [("default", "pages")], [row[1:3] for row in cursor.fetchall()])
connection.close()

engine = sqlalchemy.create_engine(f"hive://any@localhost:{PORT}/default")
inspector = sqlalchemy.inspect(engine)
expect("SQLAlchemy: tables", (["default"], ["pages"]), (inspector.get_schema_names(), inspector.get_table_names()))
pages = sqlalchemy.Table("pages", sqlalchemy.MetaData(), autoload_with=engine)
expect("SQLAlchemy: columns", COLUMNS, [c.name for c in pages.columns])
with engine.connect() as connection:
    statement = sqlalchemy.select(pages.c.host, sqlalchemy.func.sum(pages.c.size)).where(pages.c.size > 1)
    expect("SQLAlchemy: a filter", [("b.example", 2)], connection.execute(statement.group_by(pages.c.host)).fetchall())
