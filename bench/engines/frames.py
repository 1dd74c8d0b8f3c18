"""Questions in Polars, over `cif.scan_cif` beside Polars' own reader of Parquet."""

import datetime
import decimal

import cif
import polars as pl


LAST_ROWS = 100


def lanes(data, question):
    """The ways to answer a question: functions that give a frame."""
    return {
        "CIF, scan_cif": lambda: question(cif.scan_cif(data.cif)).collect(),
        "Parquet, Polars": lambda: question(pl.scan_parquet(data.parquet)).collect(),
    }


def digest(frame):
    """The number of rows and the last of them, which are compared before anything is timed."""
    return frame.height, frame.tail(LAST_ROWS).rows()


def questions(data):
    """Questions by name, each a function of a lazy frame; none of data sets but two."""
    if data.name == "lineitem":
        asked = {"one order": one_order, "Q1": q1, "Q6": q6, "comments that contain a word": word}
    elif data.name == "crawl":
        asked = {"pages by a part of the URL": lambda rows: part(rows, data.pattern), "bytes of content": content,
                 "number of links": links}
    else:
        return {}
    return asked | {f"{task} into a frame": columns(wanted) for task, wanted in data.tasks.items()}


def columns(names):
    return lambda rows: rows.select(names)


def one_order(rows):
    return rows.filter(pl.col("l_orderkey") == 2_999_975).select("l_linenumber", "l_partkey", "l_comment")


def q1(rows):
    price, discount, tax = pl.col("l_extendedprice"), pl.col("l_discount"), pl.col("l_tax")
    return (rows.filter(pl.col("l_shipdate") <= datetime.date(1998, 9, 2))
            .group_by("l_returnflag", "l_linestatus")
            .agg(pl.col("l_quantity").sum(), price.sum().alias("base"), (price * (1 - discount)).sum().alias("price"),
                 (price * (1 - discount) * (1 + tax)).sum().alias("charge"), pl.len().alias("orders"))
            .sort("l_returnflag", "l_linestatus"))


def q6(rows):
    low, high = decimal.Decimal("0.05"), decimal.Decimal("0.07")
    return rows.filter(pl.col("l_shipdate") >= datetime.date(1994, 1, 1),
                       pl.col("l_shipdate") < datetime.date(1995, 1, 1),
                       pl.col("l_discount").is_between(low, high), pl.col("l_quantity") < 24,
                       ).select((pl.col("l_extendedprice") * pl.col("l_discount")).sum())


def word(rows):
    return rows.filter(pl.col("l_comment").str.contains("special", literal=True)).select(pl.len())


def part(rows, pattern):
    pages = rows.filter(pl.col("url").str.contains(pattern, literal=True))
    return pages.select(pl.len(), pl.col("url").max().alias("last"))


def content(rows):
    return rows.select(pl.col("content").bin.size().sum())


def links(rows):
    return rows.select(pl.col("inlink").list.len().sum())
