"""The ways to read a data set: into Arrow's batches, into DuckDB's vectors, and the paper's query."""

import itertools

import cif
import duckdb
import lance
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.orc as orc
import pyarrow.parquet as pq
import vortex
import vortex.expr as ve

from data import ROOT

EXTENSION = ROOT / "impala-scanner" / "build-duckdb" / "duckdb" / "cif.duckdb_extension"


def format_of(lane):
    """Lanes are named by a format, and what reads it."""
    return lane.split(",")[0]


def connect():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute("SET threads = 1")
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


def to_arrow(data, columns):
    """The ways to bring columns to Arrow, each a function that gives batches."""
    connection = connect()
    names = ", ".join(quoted(columns))
    return {
        "CIF": lambda: cif.open(data.cif).scan(columns, strings="view"),
        "CIF, plain text": lambda: cif.open(data.cif).scan(columns),
        "Vortex": lambda: vortex.open(str(data.vortex)).to_arrow(columns),
        "Vortex compact": lambda: vortex.open(str(data.compact_vortex)).to_arrow(columns),
        "Lance": lambda: lance.dataset(str(data.lance)).scanner(columns=columns).to_reader(),
        "ORC, pyarrow": lambda: orc_stripes(data.orc, columns),
        "Parquet, pyarrow table": lambda: pq.read_table(
            data.parquet, columns=columns, use_threads=False).to_reader(),
        "Parquet, pyarrow batches": lambda: pq.ParquetFile(data.parquet).iter_batches(
            columns=columns, use_threads=False),
        "Parquet, DuckDB": lambda: connection.sql(
            f"SELECT {names} FROM '{data.parquet}'").to_arrow_reader(),
    }


def orc_stripes(path, columns):
    file = orc.ORCFile(path)
    return (file.read_stripe(i, columns) for i in range(file.nstripes))


def reader_of(batches):
    if isinstance(batches, pa.RecordBatchReader):
        return batches
    batches = iter(batches)
    first = next(batches)
    return pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))


def quoted(columns):
    return [f'"{column}"' for column in columns]


def counted(columns):
    """Has DuckDB read columns, and do next to nothing else."""
    return ", ".join(f"count({column})" for column in quoted(columns))


def hashed(columns):
    """Is the same for the same values, in whatever order the rows are."""
    return f"count(*), bit_xor(hash({', '.join(quoted(columns))}))"


def to_duckdb(data, columns, aggregates):
    """The ways to bring columns to DuckDB's vectors: functions that give aggregates of them."""
    connection = connect()
    # Or it answers from statistics how many values there are.
    connection.execute("SET disabled_optimizers = 'statistics_propagation'")
    arrow = to_arrow(data, columns)
    selected = f"SELECT {aggregates(columns)}"

    def own(source):
        return lambda: connection.execute(f"{selected} FROM {source}").fetchall()

    def through_arrow(lane):
        def read():
            rows = reader_of(arrow[lane]())  # DuckDB finds it by this name
            return connection.execute(f"{selected} FROM rows").fetchall()
        return read

    return {
        "CIF, read_cif": own(f"read_cif('{data.cif}')"),
        "CIF, through Arrow": through_arrow("CIF"),
        "Vortex, through Arrow": through_arrow("Vortex"),
        "Vortex compact, through Arrow": through_arrow("Vortex compact"),
        "Lance, through Arrow": through_arrow("Lance"),
        "ORC, through Arrow": through_arrow("ORC, pyarrow"),
        "Parquet": own(f"'{data.parquet}'"),
    }


def drain(read):
    """Reads every batch; the number of rows."""
    return sum(batch.num_rows for batch in read())


def digest(batches):
    """A digest that depends on the values and their order alone, not on Arrow's types or batches."""
    reader = reader_of(batches)
    columns = quoted(sorted(reader.schema.names))
    # Alone, the hash of an empty list is that of NULL.
    hashes = ", ".join(f"sum(hash({column}, {column} IS NULL, row))" for column in columns)
    numbered = "SELECT *, row_number() OVER () AS row FROM reader"
    return connect().execute(f"SELECT count(*), {hashes} FROM ({numbered})").fetchall()


def query(data):
    """The paper's query: the distinct content types of pages whose URL holds a pattern."""
    like = f"%{data.pattern}%"
    connection = connect()

    def with_cif():
        return distinct(batch.column(0) for batch in cif_scan(data))

    def with_cif_and_duckdb():
        pages = cif_scan(data)  # DuckDB finds it by this name
        return {r[0] for r in connection.sql("SELECT DISTINCT type FROM pages").fetchall()}

    def with_read_cif():
        wanted = "{'url': 'url', 'type': 'metadata[''content-type'']'}"
        return {r[0] for r in connection.sql(
            f"SELECT DISTINCT type FROM read_cif('{data.cif}', columns := {wanted}) "
            f"WHERE url LIKE '{like}'").fetchall()}

    def with_duckdb():
        return {r[0] for r in connection.sql(
            f"SELECT DISTINCT metadata['content-type'] FROM '{data.parquet}' "
            f"WHERE url LIKE '{like}'").fetchall()}

    def with_vortex(path):
        reader = vortex.open(str(path)).to_arrow(
            ["metadata"], expr=ve.like(ve.column("url"), ve.literal(vortex.utf8(), like)),
            schema=pa.schema([("metadata", pa.map_(pa.string(), pa.string()))]))
        return distinct(lookup(batch.column(0)) for batch in reader)

    def with_lance():
        reader = lance.dataset(str(data.lance)).scanner(
            columns=["metadata"], filter=f"url LIKE '{like}'").to_reader()
        return distinct(lookup(batch.column(0)) for batch in reader)

    def with_pyarrow():
        return filtered(pq.read_table(data.parquet, columns=["url", "metadata"], use_threads=False))

    def with_orc():
        return filtered(pa.Table.from_batches(orc_stripes(data.orc, ["url", "metadata"])))

    def filtered(table):
        rows = table.filter(pc.match_substring(table["url"], data.pattern))
        return distinct(lookup(chunk) for chunk in rows["metadata"].chunks)

    return {
        "CIF": with_cif,
        "CIF, through Arrow to DuckDB": with_cif_and_duckdb,
        "CIF, DuckDB's read_cif": with_read_cif,
        "Vortex": lambda: with_vortex(data.vortex),
        "Vortex compact": lambda: with_vortex(data.compact_vortex),
        "Lance": with_lance,
        "ORC, pyarrow": with_orc,
        "Parquet, pyarrow": with_pyarrow,
        "Parquet, DuckDB": with_duckdb,
    }


def cif_scan(data):
    return cif.open(data.cif).scan(
        {"type": "metadata['content-type']"}, [("url", "contains", data.pattern)])


def lookup(maps):
    return pc.map_lookup(maps, pa.scalar("content-type"), "last")


def distinct(arrays):
    values = set()
    for array in arrays:
        values.update(pc.unique(array).to_pylist())
    return values
