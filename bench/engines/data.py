"""Data sets of the benchmark, and the same rows in each engine's format."""

import pathlib
import random
import shutil
import subprocess
import sys

import cif
import lance
import pyarrow as pa
import pyarrow.parquet as pq
import vortex

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATTERN = "ibm.com/jp"
PERCENT = 6
TYPES = ["text/html; charset=utf-8", "text/html", "text/html; charset=iso-8859-1",
         "application/pdf", "text/plain", "image/jpeg", "application/xhtml+xml",
         "text/html; charset=shift_jis", "application/msword", "text/xml"]
KEYS = ["content-length", "last-modified", "content-encoding", "content-language", "server", "date",
        "etag", "cache-control", "connection", "expires", "x-powered-by"]
WORDS = [f"word{i}" for i in range(2000)]


def crawl(pages, seed=2011):
    """Pages of a crawl as in the paper's section 2: PERCENT of the URLs hold PATTERN."""
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
        columns["annotations"].append([(r.choice(WORDS), str(r.randrange(100)))
                                       for _ in range(r.randrange(4))])
        body = " ".join(r.choices(WORDS, k=r.randrange(50, 400)))
        columns["content"].append(f"<html><body><p>{body}</p></body></html>".encode())
    text_map = pa.map_(pa.string(), pa.string())
    return pa.table(columns, schema=pa.schema([
        ("url", pa.string()), ("srcUrl", pa.string()), ("fetchTime", pa.int64()),
        ("inlink", pa.list_(pa.string())), ("metadata", text_map), ("annotations", text_map),
        ("content", pa.binary())]))


class Files:
    """One data set in every format."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.cif = self.folder / "cif"
        self.parquet = self.folder / "rows.parquet"
        self.vortex = self.folder / "rows.vortex"
        self.lance = self.folder / "rows.lance"

    def write_peers(self, table):
        if not self.parquet.exists():
            pq.write_table(table, self.parquet, compression="zstd")
        if not self.vortex.exists():
            vortex.io.write(table, str(self.vortex))
        if not self.lance.exists():
            lance.write_dataset(table, str(self.lance))

    def sizes(self):
        return {name: sum(f.stat().st_size for f in ([path] if path.is_file()
                                                     else path.rglob("*")) if f.is_file())
                for name, path in (("CIF", self.cif), ("Parquet, zstd", self.parquet),
                                   ("Vortex", self.vortex), ("Lance", self.lance))}


def synthetic(directory, rows):
    files = Files(pathlib.Path(directory) / f"synthetic-{rows}")
    files.write_peers(cif.open(files.cif).scan().read_all())
    return files


def pages(directory, count):
    files = Files(pathlib.Path(directory) / f"pages-{count}")
    if not files.cif.exists():
        files.folder.mkdir(parents=True, exist_ok=True)
        files.write_peers(crawl(count))
        # As OPERATIONS.md advises for columns of filters.
        subprocess.run([ROOT / "bin" / "cif", "load", "--from", "parquet", files.parquet, "--to",
                        files.cif, "--compression", "url=none"],
                       check=True, stdout=sys.stderr)
    return files


def several_splits(files, count):
    """The data set's split, so many times, as one table."""
    table = files.folder / f"cif-{count}-splits"
    split = pathlib.Path(cif.open(files.cif).splits[0])
    for i in range(count):
        if not (table / f"{i:06}_0").exists():
            shutil.copytree(split, table / f"{i:06}_0")
    return table
