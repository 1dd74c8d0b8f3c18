"""Data sets of the benchmark, and the same rows in each engine's format."""

import functools
import json
import pathlib
import random
import shutil
import subprocess
import sys

import cif
import lance
import numpy as np
import pyarrow as pa
import pyarrow.orc as orc
import pyarrow.parquet as pq
import vortex

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES_PATTERN = "ibm.com/jp"
PERCENT = 6
TYPES = ["text/html; charset=utf-8", "text/html", "text/html; charset=iso-8859-1",
         "application/pdf", "text/plain", "image/jpeg", "application/xhtml+xml",
         "text/html; charset=shift_jis", "application/msword", "text/xml"]
KEYS = ["content-length", "last-modified", "content-encoding", "content-language", "server", "date",
        "etag", "cache-control", "connection", "expires", "x-powered-by"]
WORDS = [f"word{i}" for i in range(2000)]
WIDE_COLUMNS = 1000
WIDE_TEXT = 30
"""Characters of a random text, as in the paper's appendix B.5."""

WRITERS = {
    "Parquet": lambda table, path: pq.write_table(table, path, compression="zstd"),
    "ORC": lambda table, path: orc.write_table(table, path, compression="zstd"),
    "Vortex": lambda table, path: vortex.io.write(table, str(path)),
    "Vortex compact": lambda table, path: vortex.io.VortexWriteOptions.compact().write(table, str(path)),
    "Lance": lambda table, path: lance.write_dataset(table, str(path)),
}


def pages_table(pages, seed=2011):
    """Pages of a crawl as in the paper's section 2: PERCENT of the URLs hold PAGES_PATTERN."""
    r = random.Random(seed)
    columns = {"url": [], "srcUrl": [], "fetchTime": [], "inlink": [], "metadata": [],
               "annotations": [], "content": []}
    for i in range(pages):
        host = "http://www." + ("ibm.com/jp/" if r.random() < PERCENT / 100
                                else f"site{r.randrange(5000)}.example.org/")
        columns["url"].append(f"{host}{r.choice(WORDS)}/{r.randrange(10**8)}.html")
        columns["srcUrl"].append(f"http://www.site{r.randrange(5000)}.example.org/index.html")
        columns["fetchTime"].append(1300000000000 + i * 17 + r.randrange(1000))
        columns["inlink"].append([f"http://www.site{r.randrange(5000)}.example.org/{r.choice(WORDS)}"
                                  for _ in range(r.randrange(6))])
        metadata = [("content-type", r.choice(TYPES))]
        metadata += [(k, f"{k}-{r.randrange(10**6)}") for k in KEYS if r.random() < 0.7]
        columns["metadata"].append(metadata)
        columns["annotations"].append(list({r.choice(WORDS): str(r.randrange(100))
                                            for _ in range(r.randrange(4))}.items()))
        body = " ".join(r.choices(WORDS, k=r.randrange(50, 400)))
        columns["content"].append(f"<html><body><p>{body}</p></body></html>".encode())
    text_map = pa.map_(pa.string(), pa.string())
    return pa.table(columns, schema=pa.schema([
        ("url", pa.string()), ("srcUrl", pa.string()), ("fetchTime", pa.int64()),
        ("inlink", pa.list_(pa.string())), ("metadata", text_map), ("annotations", text_map),
        ("content", pa.binary())]))


def wide_table(rows, seed=2011):
    """WIDE_COLUMNS columns, by turns of ascending integers, prices, a few names, and random text."""
    r = np.random.default_rng(seed)
    makers = [
        lambda: pa.array(np.cumsum(r.integers(0, 100, rows))),
        lambda: pa.array(r.integers(100, 1_000_000, rows) / 100),
        lambda: pa.array(WORDS[:50]).take(pa.array(r.integers(0, 50, rows))),
        lambda: random_text(r, rows),
    ]
    return pa.table({f"c{i}": makers[i % len(makers)]() for i in range(WIDE_COLUMNS)})


def random_text(r, rows):
    offsets = np.arange(0, WIDE_TEXT * (rows + 1), WIDE_TEXT, dtype=np.int32)
    letters = r.integers(ord(" "), ord("~") + 1, WIDE_TEXT * rows, dtype=np.uint8)
    return pa.Array.from_buffers(pa.string(), rows, [None, pa.py_buffer(offsets), pa.py_buffer(letters)])


def lineitem_table(scale, folder):
    """TPC-H's line items, by tpchgen-cli, which gives what TPC's own generator gives."""
    file = folder / "lineitem.parquet"
    program = pathlib.Path(sys.executable).parent / "tpchgen-cli"
    subprocess.run([program, "parquet", "-s", str(scale), "-T", "lineitem", "--overwrite", "-o", folder],
                   check=True, stdout=sys.stderr)
    table = pq.read_table(file)
    file.unlink()
    return table.cast(pa.schema([(f.name, pa.string() if pa.types.is_string_view(f.type) else f.type)
                                 for f in table.schema]))


class DataSet:
    """Rows in every format, and what is read of them.

    tasks: the columns by the name of the task.
    pattern: what URLs of the paper's query hold; None if it isn't asked.
    """

    def __init__(self, name, folder, tasks, pattern=None):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.tasks = tasks
        self.pattern = pattern
        self.cif = self.folder / "cif"
        self.parquet = self.folder / "rows.parquet"
        self.orc = self.folder / "rows.orc"
        self.vortex = self.folder / "rows.vortex"
        self.compact_vortex = self.folder / "rows.compact.vortex"
        self.lance = self.folder / "rows.lance"
        self.peers = {"Parquet": self.parquet, "ORC": self.orc, "Vortex": self.vortex,
                      "Vortex compact": self.compact_vortex, "Lance": self.lance}

    @functools.cached_property
    def table(self):
        return cif.open(self.cif)

    def write_peers(self, rows):
        """The peers' files that are not there, of the rows that a function gives."""
        missing = [format for format, path in self.peers.items() if not path.exists()]
        table = rows() if missing else None
        for format in missing:
            path = self.peers[format]
            making = path.with_name("making-" + path.name)
            remove(making)
            WRITERS[format](table, making)
            making.rename(path)

    def load(self, source, form, *options):
        """The table in CIF, if it is not there, by bin/cif."""
        if not self.cif.exists():
            making = self.folder / "making-cif"
            remove(making)
            subprocess.run([ROOT / "bin" / "cif", "load", "--from", form, source, "--to", making,
                            "--optimize", "balanced", *options], check=True, stdout=sys.stderr)
            making.rename(self.cif)

    def size(self, format, columns):
        """Bytes of some columns in a format: of a peer, of a file that has these columns alone."""
        if format == "CIF":
            return sum(f.stat().st_size for split in self.table.splits for c in columns
                       for f in files_of_column(split, c))
        if len(columns) == len(self.table.columns):
            return bytes_below(self.peers[format])
        known = self.folder / "sizes.json"
        sizes = json.loads(known.read_text()) if known.exists() else {}
        key = " ".join([format, *columns])
        if key not in sizes:
            alone = self.folder / ("making-" + self.peers[format].name)
            remove(alone)
            WRITERS[format](pq.read_table(self.parquet, columns=columns), alone)
            sizes[key] = bytes_below(alone)
            remove(alone)
            known.write_text(json.dumps(sizes))
        return sizes[key]


def files_of_column(split, column):
    name = column.lower()
    found = [*pathlib.Path(split).glob(f"*-{name}.col"), *pathlib.Path(split).glob(f"_*-{name}.*")]
    assert found, f"{split} has no file of {column}"
    return found


def bytes_below(path):
    files = [path] if path.is_file() else [f for f in path.rglob("*") if f.is_file()]
    return sum(f.stat().st_size for f in files)


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


CRAWL_TASKS = {"url": ["url"], "fetchtime": ["fetchTime"], "inlink": ["inlink"], "metadata": ["metadata"],
               "annotations": ["annotations"], "content": ["content"],
               "all": ["url", "srcUrl", "fetchTime", "inlink", "metadata", "annotations", "content"]}


def synthetic(directory, rows):
    """The paper's synthetic set, which bench/run has written as CIF."""
    data = DataSet("synthetic", pathlib.Path(directory) / f"synthetic-{rows}", {})
    first = {}
    for column in data.table.columns:
        first.setdefault(column.type, column.name)
    data.tasks = {"one integer": [first["int"]], "one string": [first["string"]],
                  "the map": [first["map<string,int>"]], "all": [c.name for c in data.table.columns]}
    data.write_peers(lambda: data.table.scan().read_all())
    return data


def pages(directory, count):
    """The paper's crawl, with made-up pages."""
    data = DataSet("pages", pathlib.Path(directory) / f"pages-{count}", CRAWL_TASKS, PAGES_PATTERN)
    data.folder.mkdir(parents=True, exist_ok=True)
    data.write_peers(lambda: pages_table(count))
    # docs/tuning.md advises this for columns of filters.
    data.load(data.parquet, "parquet", "--compression", "url=none")
    return data


def crawl(directory):
    """The demo's crawl of Javadoc, which `run` has made as Avro; the demo's own pattern."""
    data = DataSet("crawl", pathlib.Path(directory) / "crawl", CRAWL_TASKS, "/commons-lang3/")
    data.load(data.folder / "crawl.avro", "avro")
    data.write_peers(lambda: data.table.scan().read_all())
    return data


def lineitem(directory, scale):
    tasks = {"key": "l_orderkey", "int": "l_linenumber", "decimal": "l_extendedprice", "date": "l_shipdate",
             "flag": "l_returnflag", "comment": "l_comment"}
    data = DataSet("lineitem", pathlib.Path(directory) / f"lineitem-{scale:g}",
                   {task: [column] for task, column in tasks.items()})
    data.folder.mkdir(parents=True, exist_ok=True)
    data.write_peers(lambda: lineitem_table(scale, data.folder))
    data.load(data.parquet, "parquet")
    data.tasks["all"] = [c.name for c in data.table.columns]
    return data


def wide(directory, rows):
    names = [f"c{i}" for i in range(WIDE_COLUMNS)]
    data = DataSet("wide", pathlib.Path(directory) / f"wide-{rows}", {
        "4 columns": ["c4", "c333", "c666", "c999"], "100 columns": names[:100], "all": names})
    data.folder.mkdir(parents=True, exist_ok=True)
    data.write_peers(lambda: wide_table(rows))
    data.load(data.parquet, "parquet")
    return data


def several_splits(data, count):
    """The data set's split, so many times, as one table."""
    table = data.folder / f"cif-{count}-splits"
    split = pathlib.Path(data.table.splits[0])
    for i in range(count):
        if not (table / f"{i:06}_0").exists():
            shutil.copytree(split, table / f"{i:06}_0")
    return table
