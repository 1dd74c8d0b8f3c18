"""Tables in other stores than local folders: S3 of a real server, and file systems of fsspec."""

import collections
import datetime
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys

import cif
import duckdb
import fsspec
import pyarrow.compute as pc
import pytest
from pyarrow import fs

from .described import write_table_file

GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "v1"
DAYS = ("2026-11-20", "2026-11-21")


@pytest.fixture(scope="module")
def s3():
    """Starts an S3 server, with a bucket that has a table of two partitions."""
    program = ("from moto.server import ThreadedMotoServer as S; import sys; s = S(ip_address='127.0.0.1', port=0, verbose=False); "
               "s.start(); print(s.get_host_and_port()[1], flush=True); sys.stdin.read()")
    server = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        files = fs.S3FileSystem(endpoint_override=f"127.0.0.1:{int(server.stdout.readline())}", scheme="http",
                                access_key="key", secret_key="secret", region="us-east-1",
                                allow_bucket_creation=True)
        files.create_dir("bucket")
        for day in DAYS:
            for file in (GOLDEN / "encodings").iterdir():
                with files.open_output_stream(f"bucket/warehouse/t/day={day}/000000_0/{file.name}") as out:
                    out.write(file.read_bytes())
        yield files
    finally:
        server.stdin.close()
        server.wait()


@pytest.fixture
def local(tmp_path):
    for day in DAYS:
        shutil.copytree(GOLDEN / "encodings", tmp_path / "t" / f"day={day}" / "000000_0")
    return cif.open(tmp_path / "t", partitions={"day": "date"})


def opened(files):
    return cif.open("bucket/warehouse/t/", partitions={"day": "date"}, filesystem=files)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_table_on_s3_has_the_rows_of_a_local_one(s3, local, threads):
    table = opened(s3)
    assert table.columns == local.columns
    assert table.scan(threads=threads).read_all().equals(local.scan().read_all())
    condition = [("runs", "=", 3), ("day", "=", DAYS[1])]
    assert table.scan(["packed"], condition, threads=threads).read_all().equals(
        local.scan(["packed"], condition).read_all())


def test_columns_that_are_not_wanted_are_not_fetched(s3, local):
    table = opened(s3)
    table.scan(["runs"]).read_all()
    local.scan(["runs"]).read_all()
    assert table._table.files_opened == local._table.files_opened
    assert table._table.bytes_read == local._table.bytes_read


def test_engines_read_a_dataset_on_s3(s3, local):
    dataset = cif.dataset("bucket/warehouse/t", partitions={"day": "date"}, filesystem=s3, threads=2)
    wanted = local.scan(["packed"], [("runs", "=", 3)]).read_all()
    assert dataset.to_table(["packed"], filter=pc.field("runs") == 3).equals(wanted)
    total = duckdb.sql("SELECT sum(packed), count(*) FROM dataset WHERE runs = 3").fetchall()[0]
    assert total == (pc.sum(wanted["packed"]).as_py(), wanted.num_rows)
    assert pickle.loads(pickle.dumps(dataset)).count_rows() == 6000


def test_a_reader_that_is_dropped_ends_its_threads(s3):
    for _ in range(20):
        reader = opened(s3).scan(threads=4, batch_rows=50)
        reader.read_next_batch()
        del reader


def test_requests_are_sent_one_by_one_or_several_at_a_time(s3, local):
    wanted = local.scan(["packed", "html"], [("runs", "=", 3)]).read_all()
    for store in (cif.Store(s3, requests=1), cif.Store(s3, requests=8, near_bytes=0), cif.Store(s3, 16, 64 << 20)):
        table = opened(store)
        for options in ({}, {"threads": 3}, {"read_ahead_bytes": 4000}):
            assert table.scan(["packed", "html"], [("runs", "=", 3)], **options).read_all().equals(wanted)
    with pytest.raises(ValueError):
        cif.Store(s3, requests=0)


def test_columns_behind_a_condition_that_leaves_no_row_are_not_fetched(s3):
    table = opened(s3)
    before = table.files_opened
    assert table.scan(["packed", "runs"], [("html", "contains", "no page has this")]).read_all().num_rows == 0
    assert table.files_opened == before + len(DAYS)


def test_a_uri_names_its_store(s3, monkeypatch):
    address = s3.__reduce__()[1][0]["endpoint_override"]
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    uri = f"s3://bucket/warehouse/t?scheme=http&endpoint_override={address}&region=us-east-1"
    assert cif.open(uri).num_rows == 6000


@pytest.mark.parametrize("scheme", ["s3", "s3a"])
def test_partitions_elsewhere_in_the_store(s3, tmp_path, scheme):
    write_table_file(tmp_path, [{"name": "runs", "type": "bigint"}], partitionColumns=[{"name": "day", "type": "date"}],
                     partitions=[{"values": [None], "location": f"{scheme}://bucket/warehouse/t/day={DAYS[0]}"}])
    with s3.open_output_stream(f"bucket/{scheme}/_cif_table") as out:
        out.write((tmp_path / "_cif_table").read_bytes())
    for file in (GOLDEN / "encodings").iterdir():
        with s3.open_output_stream(f"bucket/{scheme}/day={DAYS[1]}/0/{file.name}") as out:
            out.write(file.read_bytes())
    table = cif.open(f"bucket/{scheme}", filesystem=s3)
    days = table.scan(["day"]).read_all()["day"].to_pylist()
    assert days == [datetime.date.fromisoformat(DAYS[1])] * 3000 + [None] * 3000
    assert len(set(table.scan(["runs"]).read_all()["runs"].to_pylist())) > 1


def test_fsspec(local):
    files = fsspec.filesystem("memory")
    files.put(str(pathlib.Path(local.splits[0]).parents[1]), "/t", recursive=True)
    table = cif.open("/t", partitions={"day": "date"}, filesystem=files)
    assert table.scan().read_all().equals(local.scan().read_all())
    with pytest.raises(TypeError):
        cif.open("/t", filesystem="s3")


class Counted(type(fsspec.filesystem("memory"))):
    """File system in memory that counts requests."""

    cachable = False

    def __init__(self):
        super().__init__()
        self.asked = collections.Counter()

    def cat_file(self, path, start=None, end=None, **kwargs):
        self.asked[path.rpartition("/")[2]] += 1
        return super().cat_file(path, start, end, **kwargs)

    def info(self, path, **kwargs):
        self.asked["info"] += path.endswith(".col")
        return super().info(path, **kwargs)


def test_a_small_column_file_of_fsspec_takes_one_request(local):
    files = Counted()
    files.put(str(pathlib.Path(local.splits[0]).parents[1]), "/counted", recursive=True)
    table = cif.open("/counted", filesystem=files)
    files.asked.clear()
    assert table.scan(["runs", "packed"]).read_all().num_rows == 6000
    assert sum(files.asked.values()) == 2 * len(DAYS) and files.asked["info"] == 0


def test_a_file_that_is_longer_when_it_was_written_is_told(local):
    files = fsspec.filesystem("memory")
    files.put(str(pathlib.Path(local.splits[0]).parents[1]), "/short", recursive=True)
    short = next(path for path in files.find("/short") if path.endswith("-runs.col"))
    files.pipe_file(short, files.cat_file(short)[:-1])
    with pytest.raises(cif.Error, match="ends here") as error:
        cif.dataset("/short", filesystem=files).to_table(["runs"])
    assert error.value.code == "corrupt" and error.value.file == short and error.value.column == "runs"


def test_what_is_missing_is_named(s3):
    with pytest.raises(cif.Error) as error:
        cif.open("bucket/nowhere", filesystem=s3)
    assert error.value.code == "not_found" and "bucket/nowhere" in str(error.value)


class Faulty(fsspec.AbstractFileSystem):
    """Local file system with a fault."""

    cachable = False

    def __init__(self, fault):
        super().__init__()
        self.fault = fault
        self.local = fsspec.filesystem("file")

    def ls(self, path, detail=True, **kwargs):
        return self.local.ls(path, detail=detail)

    def info(self, path, **kwargs):
        found = dict(self.local.info(path))
        if self.fault == "stale length" and path.endswith(".col"):
            found["size"] += 100
        return found

    def _open(self, path, mode="rb", **kwargs):
        return FaultyFile(self, path) if path.endswith(".col") else self.local.open(path, "rb")


class FaultyFile:
    closed = False

    def __init__(self, files, path):
        self.files = files
        self.file = files.local.open(path, "rb")

    def seek(self, *at):
        return self.file.seek(*at)

    def tell(self):
        return self.file.tell()

    def readable(self):
        return True

    def seekable(self):
        return True

    def close(self):
        self.closed = True
        self.file.close()

    def size(self):
        return self.files.info(self.file.name)["size"]

    def read(self, count=-1):
        if self.files.fault == "error":
            raise OSError("the store is on fire")
        if self.files.fault == "nothing":
            return b""
        return self.file.read(min(count, 100) if self.files.fault == "short reads" else count)


def test_short_reads_are_asked_for_the_rest(local):
    folder = str(pathlib.Path(local.splits[0]).parents[1])
    table = cif.open(folder, partitions={"day": "date"}, filesystem=Faulty("short reads"))
    assert table.scan().read_all().equals(local.scan().read_all())


@pytest.mark.parametrize("fault, why", [("error", "on fire"), ("nothing", "truncated")])
def test_faults_of_a_store_are_errors_that_name_the_file(local, fault, why):
    folder = str(pathlib.Path(local.splits[0]).parents[1])
    dataset = cif.dataset(folder, partitions={"day": "date"}, filesystem=Faulty(fault))
    with pytest.raises(cif.Error) as error:
        dataset.to_table(["runs"])
    assert why in str(error.value) and "runs" in error.value.file and error.value.column == "runs"


class Answering(type(fsspec.filesystem("file"))):
    """Local files, with an answer for bytes of columns of its own."""

    protocol = "answering"
    cachable = False

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def cat_file(self, path, start=None, end=None, **kwargs):
        found = super().cat_file(path, start, end, **kwargs)
        return self.answer(found) if path.endswith(".col") else found


class Wordless(Exception):
    def __str__(self):
        raise ValueError("no words")


def raising(error):
    def answer(_):
        raise error

    return answer


@pytest.mark.parametrize("requests, threads", [(1, 1), (1, 3), (8, 1), (8, 3)])
@pytest.mark.parametrize("error, text", [(OSError("/\udc80"), r"OSError: /\\udc80"), (Wordless(), "Wordless: which has no text"),
                                         (SystemExit(3), "SystemExit: 3"), (StopIteration(), "StopIteration: ")])
def test_exceptions_of_a_store_of_every_kind_are_errors(error, text, requests, threads):
    table = cif.open(str(GOLDEN / "encodings"), filesystem=cif.Store(Answering(raising(error)), requests=requests))
    with pytest.raises(OSError, match=text):
        table.scan(["packed"], threads=threads).read_all()
    assert table.scan([]).read_all().num_rows == 3000


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_a_store_are_in_any_buffer(kind):
    table = cif.open(str(GOLDEN / "encodings"), filesystem=Answering(kind))
    assert table.scan().read_all() == cif.open(GOLDEN / "encodings").scan().read_all()


@pytest.mark.parametrize("answer", [lambda read: None, lambda read: "x" * len(read), lambda read: read[:-1],
                                    lambda read: read + b"x", len])
def test_other_answers_than_the_bytes_are_errors(answer):
    table = cif.open(str(GOLDEN / "encodings"), filesystem=Answering(answer))
    with pytest.raises(OSError, match="packed.*(something else|ends here|its answer is wrong)"):
        table.scan(["packed"]).read_all()


@pytest.fixture
def heeded_ctrl_c():
    """Ctrl-C interrupts, also where a shell has started the tests in the background and has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_within_a_store_is_not_lost(heeded_ctrl_c):
    table = cif.open(str(GOLDEN / "encodings"), filesystem=cif.Store(Answering(raising(KeyboardInterrupt())), requests=1))
    with pytest.raises(KeyboardInterrupt):
        with pytest.raises(OSError, match="KeyboardInterrupt"):
            table.scan(["packed"]).read_all()
        for _ in range(10**9):
            pass


def test_paths_of_every_kind():
    for path in (str(GOLDEN / "encodings"), GOLDEN / "encodings", str(GOLDEN / "encodings").encode()):
        assert cif.open(path).num_rows == cif.dataset(path).count_rows() == 3000
        assert pickle.loads(pickle.dumps(cif.dataset(path))).count_rows() == 3000
    for path in ("/tmp/a\0b", "/tmp/\udc80"):
        with pytest.raises(ValueError, match="NUL, or bytes that are not UTF-8"):
            cif.open(path)
