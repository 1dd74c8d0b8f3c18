"""Tables in a real HDFS, read by WebHDFS: through fsspec's file system of that name.

Needs what Java's tests of HDFS are made of: `mvn package -DskipTests -pl hdfs -am`.
"""

import os
import pathlib
import subprocess

import cif
import duckdb
import fsspec
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HDFS = ROOT / "hdfs" / "target"
SPLIT = ROOT / "testdata" / "v1" / "encodings"
DAYS = ("2026-11-20", "2026-11-21")


@pytest.fixture(scope="module")
def hdfs(tmp_path_factory):
    """Starts a NameNode and two DataNodes, with a table of two partitions."""
    java = pathlib.Path(os.environ["JAVA_HOME"]) / "bin" / "java" if "JAVA_HOME" in os.environ else "java"
    classes = f"{HDFS}/test-classes:{HDFS}/classes:{(HDFS / 'test-classpath').read_text()}"
    targets = [f"/warehouse/t/day={day}/000000_0" for day in DAYS]
    with open(tmp_path_factory.mktemp("log") / "hdfs", "w") as log:
        server = subprocess.Popen(
            [java, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", classes, "dev.cif.hdfs.WebHdfs", tmp_path_factory.mktemp("hdfs"), SPLIT, *targets],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            port = server.stdout.readline()
            assert port, pathlib.Path(log.name).read_text()[-4000:]
            yield fsspec.filesystem("webhdfs", host="127.0.0.1", port=int(port), user=os.environ.get("USER", "root"))
        finally:
            server.stdin.close()
            server.wait()


def opened(files):
    return cif.open("/warehouse/t", partitions={"day": "date"}, filesystem=files)


@pytest.fixture
def local(tmp_path):
    for day in DAYS:
        (tmp_path / "t" / f"day={day}").mkdir(parents=True)
        (tmp_path / "t" / f"day={day}" / "000000_0").symlink_to(SPLIT)
    return cif.open(tmp_path / "t", partitions={"day": "date"})


@pytest.mark.parametrize("threads", [1, 3])
def test_a_table_in_hdfs_has_the_rows_of_a_local_one(hdfs, local, threads):
    table = opened(hdfs)
    assert table.columns == local.columns
    assert table.scan(threads=threads).read_all().equals(local.scan().read_all())
    condition = [("runs", "=", 3), ("day", "=", DAYS[1])]
    found = table.scan(["packed"], condition, threads=threads).read_all()
    assert found.num_rows > 0
    assert found.equals(local.scan(["packed"], condition).read_all())


def test_duckdb_asks_a_dataset_in_hdfs(hdfs, local):
    t = cif.dataset("/warehouse/t", partitions={"day": "date"}, filesystem=hdfs)  # noqa: F841 (DuckDB finds it)
    other = local.scan(["runs", "day"]).read_all()  # noqa: F841
    query = "SELECT day, runs, count(*) FROM {} GROUP BY ALL ORDER BY ALL"
    assert duckdb.sql(query.format("t")).fetchall() == duckdb.sql(query.format("other")).fetchall()


def test_what_is_missing_in_hdfs_is_named(hdfs):
    table = opened(hdfs)
    name = next(f for f in hdfs.ls(f"/warehouse/t/day={DAYS[0]}/000000_0", detail=False) if f.endswith("-packed.col"))
    kept = hdfs.cat_file(name)
    hdfs.rm(name)
    try:
        with pytest.raises((cif.Error, OSError), match=pathlib.PurePosixPath(name).name):
            table.scan(["packed"]).read_all()
    finally:
        hdfs.pipe_file(name, kept)
    assert table.scan(["packed"]).read_all().num_rows == 6000
