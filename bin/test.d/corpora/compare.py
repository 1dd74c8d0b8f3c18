"""Loads files of others with bin/cif, and compares the rows with what other readers give.

Usage: compare.py CIF FOLDER CORPORA    the command, a folder for tables, folders of files with : between them
"""

import base64
import concurrent.futures
import datetime
import decimal
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time

import duckdb
import fastavro
import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet

# More are counted, and not compared.
ROWS = 20_000
SECONDS = int(os.environ.get("CIF_CORPORA_SECONDS", "60"))
FORMATS = {".parquet": "parquet", ".orc": "orc", ".avro": "avro"}
LOADED = re.compile(r"([\d,]+) rows? in ")
PROGRESS = re.compile(r"loaded [\d,]+ rows?, .*")
WARNING = re.compile(r"cif: warning: .*: column '(.*)' is passed over")


# Files of which the other readers give something else, and why.
WRONG_ELSEWHERE = {
    "int96_from_spark.parquet": "years beyond 2262 are no nanoseconds of 64 bits, to which pyarrow cuts them",
    "orc-file-11-format.orc": "pyarrow cuts the decimals of Hive 0.11 at six digits behind the point",
}


class Different(Exception):
    """A value is another; the message names its place."""


def main():
    cif, folder, corpora = sys.argv[1:]
    check_readers(pathlib.Path(folder))
    files = sorted(
        f for corpus in corpora.split(":") for f in pathlib.Path(corpus).rglob("*") if f.suffix in FORMATS and f.is_file())
    if not files:
        sys.exit(f"FAIL corpora: there is no Parquet, ORC or Avro file in {corpora}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        kinds = list(pool.map(lambda numbered: report(cif, pathlib.Path(folder) / str(numbered[0]), numbered[1]),
                              enumerate(files)))
    counts = {kind: kinds.count(kind) for kind in ("equal", "alone", "refused", "DIFFERENT", "FAULT")}
    print(f"{len(files)} files: {counts['equal']} equal, {counts['alone']} that no other reader reads, "
          f"{counts['refused']} refused by one line, {counts['DIFFERENT']} different, {counts['FAULT']} faults")
    sys.exit(1 if counts["DIFFERENT"] or counts["FAULT"] else 0)


def check_readers(folder):
    """Ends the run if a reader fails on a plain file: a reader that fails on every file would compare nothing."""
    rows = [{"number": 1, "text": "a"}, {"number": 2, "text": None}]
    table = pa.Table.from_pylist(rows)
    schema = {"type": "record", "name": "row", "fields": [
        {"name": "number", "type": "long"}, {"name": "text", "type": ["null", "string"]}]}
    folder.mkdir()
    files = {suffix: folder / f"plain{suffix}" for suffix in FORMATS}
    pyarrow.parquet.write_table(table, files[".parquet"])
    pyarrow.orc.write_table(table, files[".orc"])
    with open(files[".avro"], "wb") as opened:
        fastavro.writer(opened, schema, rows)
    for suffix, readers in READERS.items():
        for name, read in readers.items():
            try:
                found = read(files[suffix])
            except Exception as e:  # pylint: disable=broad-except  # any error of a reader ends the run
                sys.exit(f"FAIL corpora: {name} fails on a plain {suffix} file: {e}")
            if found != (len(rows), rows):
                sys.exit(f"FAIL corpora: {name} reads {found} from a plain {suffix} file, and it holds {rows}")


def report(cif, table, file):
    kind, told = outcome(cif, table, file)
    print(f"{kind:<10} {file.name}{': ' if told else ''}{told}", flush=True)
    return kind


def outcome(cif, table, file):
    """Returns the outcome of one file, and the line that reports it."""
    begun = time.monotonic()
    try:
        # A name such as a=1 is no partition here.
        load = run(cif, "load", "--from", FORMATS[file.suffix], str(file.absolute()), "--to", str(table),
                   "--option", "partitions=false")
        lines = [line for line in load.stderr.splitlines() if line and not PROGRESS.fullmatch(line)]
        skipped = {m.group(1) for m in map(WARNING.match, lines) if m}
        errors = [line for line in lines if not line.startswith("cif: warning: ")]
        if load.returncode != 0:
            is_line = load.returncode == 1 and len(errors) == 1 and errors[0].startswith("cif: ")
            return ("refused", errors[0]) if is_line else ("FAULT", load.stderr[:2000])
        if errors:
            return "FAULT", load.stderr[:2000]
        count = int(LOADED.match(load.stdout).group(1).replace(",", ""))
        cat = run(cif, "cat", "--limit", str(ROWS), str(table))
        if cat.returncode != 0:
            return "FAULT", cat.stderr[:2000]
        rows = [json.loads(line, parse_float=decimal.Decimal) for line in cat.stdout.split("\n") if line]
        return compared(file, count, rows, skipped)
    except subprocess.TimeoutExpired:
        return "FAULT", f"not done after {time.monotonic() - begun:.0f} s"
    finally:
        shutil.rmtree(table, ignore_errors=True)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


def compared(file, count, rows, skipped):
    """Rows beside those of other readers: one that gives the same is enough, as they differ among themselves."""
    differences = []
    for name, read in READERS[file.suffix].items():
        try:
            total, expected = read(file)
        except Exception as e:  # pylint: disable=broad-except  # a reader that fails compares nothing
            print(f"           {file.name}: {name} fails: {str(e).splitlines()[0][:150] if str(e) else type(e)}")
            continue
        try:
            if total != count:
                raise Different(f"{total} rows, and {count}")
            same_rows(expected, rows, skipped)
            told = [f"without {', '.join(sorted(skipped))}"] if skipped else []
            return "equal", "; ".join(told + [f"but not to {d}" for d in differences])
        except Different as e:
            differences.append(f"{name}: {e}")
    if differences and file.name in WRONG_ELSEWHERE:
        return "alone", WRONG_ELSEWHERE[file.name]
    return ("DIFFERENT", "; ".join(differences)) if differences else ("alone", f"{count} rows")


def parquet_by_pyarrow(file):
    opened = pyarrow.parquet.ParquetFile(file)
    return opened.metadata.num_rows, of_arrow(opened.iter_batches())


def parquet_by_duckdb(file):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        rows = connection.sql("SELECT * FROM read_parquet(?, hive_partitioning = false)", params=[str(file)])
        first = rows.limit(ROWS).to_arrow_table()
        return rows.count("*").fetchall()[0][0], of_arrow(first.to_batches())


def orc_by_pyarrow(file):
    opened = pyarrow.orc.ORCFile(file)
    return opened.nrows, of_arrow(opened.read_stripe(i) for i in range(opened.nstripes))


def avro_by_fastavro(file):
    with open(file, "rb") as opened:
        reader = fastavro.reader(opened)
        rows = [with_floats(row) for row in itertools.islice(reader, ROWS)]
        count = len(rows) + sum(1 for _ in reader)
        is_record = isinstance(reader.writer_schema, dict) and reader.writer_schema["type"] == "record"
    return count, rows if is_record else [{"value": row} for row in rows]


READERS = {
    ".parquet": {"pyarrow": parquet_by_pyarrow, "DuckDB": parquet_by_duckdb},
    ".orc": {"pyarrow": orc_by_pyarrow},
    ".avro": {"fastavro": avro_by_fastavro},
}


class Instant(tuple):
    """A timestamp: seconds since 1970, and nanoseconds."""


class Float(float):
    """A number of 32 bits."""


def with_floats(value):
    """A value of fastavro, which gives numbers of 32 bits as Python's; those that may be are taken for such."""
    if isinstance(value, dict):
        return {name: with_floats(part) for name, part in value.items()}
    if isinstance(value, list):
        return [with_floats(part) for part in value]
    return Float(value) if isinstance(value, float) and narrowed(value) == value else value


def narrowed(number):
    """The nearest number of 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0] if abs(number) <= 3.4028235e38 else number


def of_arrow(batches):
    """The first rows of batches as dicts."""
    rows = []
    for batch in batches:
        batch = batch.slice(0, ROWS - len(rows))
        columns = [[plain(field.type, value) for value in column] for field, column in zip(batch.schema, batch.columns)]
        rows += [dict(zip(batch.schema.names, values)) for values in zip(*columns)]
        if len(rows) >= ROWS:
            break
    return rows


def plain(kind, scalar):
    """A scalar of Arrow as objects that keep what is compared."""
    if not scalar.is_valid:
        return None
    if pa.types.is_timestamp(kind):
        units = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[kind.unit]
        seconds, rest = divmod(scalar.value, units)
        return Instant((seconds, rest * (10**9 // units)))
    if pa.types.is_time(kind) or pa.types.is_duration(kind):
        return scalar.value
    if pa.types.is_float32(kind):
        return Float(scalar.as_py())
    if pa.types.is_dictionary(kind):
        return plain(kind.value_type, scalar.value)
    if isinstance(kind, pa.BaseExtensionType):
        return plain(kind.storage_type, scalar.value)
    if pa.types.is_union(kind):
        # Types may stand for several branches: the value decides.
        return plain(scalar.value.type, scalar.value)
    if pa.types.is_map(kind):
        return [(plain(kind.key_type, e["key"]), plain(kind.item_type, e["value"])) for e in scalar.values]
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return [plain(kind.value_type, e) for e in scalar.values]
    if pa.types.is_struct(kind):
        return {field.name: plain(field.type, scalar[i]) for i, field in enumerate(kind)}
    return scalar.as_py()


def same_rows(expected, rows, skipped):
    if len(expected) != len(rows):
        raise Different(f"{len(expected)} rows, and {len(rows)}")
    for i, (row, got) in enumerate(zip(expected, rows)):
        names = {name for name in row if name not in skipped}
        if names != set(got):
            raise Different(f"columns {sorted(names)}, and {sorted(got)}")
        for name in names:
            same(row[name], got[name], f"row {i + 1}, {name}")


def same(value, got, place):
    """Raises if the value, of another reader, is not what bin/cif prints as JSON."""
    if not is_same(value, got, place):
        raise Different(f"{place}: {value!r}, and {got!r}")


def is_same(value, got, place):
    if value is None or got is None:
        # Arrow's unions have no NULL of their own.
        return value is None and (got is None or (isinstance(got, dict) and got.get("value", 0) is None))
    if is_union(got) and not is_union(value):
        # Other readers give the value of a union without its tag.
        return is_same(value, got["value"], place)
    if isinstance(value, dict):
        if not isinstance(got, (dict, list)):
            return False
        if isinstance(got, list):
            return is_same(list(value.items()), got, place)
        if set(value) != set(got):
            return False
        for name in value:
            same(value[name], got[name], f"{place}.{name}")
        return True
    if isinstance(value, list) and isinstance(got, dict) and set(got) == {"key_value"}:
        # A map without values, docs/loading.md; pyarrow makes an array of it.
        return is_same([{"key": key} for key in value], got["key_value"], place)
    if isinstance(value, list):
        # A map with keys of text is an object, which has each key once, another one an array of pairs.
        if isinstance(got, dict):
            return all(isinstance(e, tuple) for e in value) and is_same(dict(value), got, place)
        if not isinstance(got, list) or len(value) != len(got):
            return False
        for i, (one, other) in enumerate(zip(value, got)):
            if isinstance(one, tuple) and not isinstance(one, Instant):
                same(one[0], other["key"], f"{place}[{i}].key")
                same(one[1], other["value"], f"{place}[{i}].value")
            else:
                same(one, other, f"{place}[{i}]")
        return True
    return is_same_scalar(value, got)


def is_union(value):
    return isinstance(value, dict) and set(value) == {"tag", "value"}


def is_same_scalar(value, got):
    if isinstance(value, bool) or isinstance(got, bool):
        return value is got
    if isinstance(value, Instant):
        return isinstance(got, str) and instant(got) == value
    if isinstance(value, datetime.datetime):
        return isinstance(got, str) and instant(got) == of_datetime(value)
    if isinstance(value, datetime.time):
        micros = ((value.hour * 60 + value.minute) * 60 + value.second) * 10**6 + value.microsecond
        return got in (micros, micros // 1000, micros * 1000)
    if isinstance(value, datetime.date):
        return got == value.isoformat()
    if isinstance(value, float):
        number = float(got) if isinstance(got, (int, str, decimal.Decimal)) else math.nan
        if isinstance(value, Float):
            number = narrowed(number)
        return number == value or (math.isnan(number) and math.isnan(value))
    if isinstance(value, (int, decimal.Decimal)):
        return isinstance(got, (int, decimal.Decimal)) and value == got
    if isinstance(value, (bytes, bytearray)):
        return got == base64.b64encode(value).decode()
    return str(value) == got


def instant(text):
    """The text of a timestamp of bin/cif cat; None if it is none."""
    found = re.fullmatch(r"([+-]?\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z?", text)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    nanos = int((found.group(7) or "0").ljust(9, "0"))
    # Python knows the years 1 to 9999 only; the calendar repeats every 400 years.
    cycles, within = divmod(year - 1, 400)
    days = datetime.date(within + 1, month, day).toordinal() + cycles * 146_097 - 719_163
    return Instant((((days * 24 + hour) * 60 + minute) * 60 + second, nanos))


def of_datetime(value):
    if value.tzinfo is not None:
        value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    span = value - datetime.datetime(1970, 1, 1)
    return Instant((span.days * 86_400 + span.seconds, span.microseconds * 1000))


if __name__ == "__main__":
    main()
