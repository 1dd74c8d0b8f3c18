"""Session, comparison of answers and sizes of folders that the benchmarks in Spark share."""

import pathlib
import sys

from pyspark.sql import SparkSession


def session(arguments):
    jars = ",".join(str(jar) for jar in sorted(pathlib.Path(arguments.jars).glob("*.jar")))
    warehouse = pathlib.Path(arguments.dir).resolve()
    return (
        SparkSession.builder.master("local[2]")
        .config("spark.jars", jars)
        .config("spark.driver.memory", arguments.heap)
        .config("spark.driver.host", "localhost")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension,"
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
        .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.sql.catalog.ice", "org.apache.iceberg.spark.SparkCatalog")
        .config("spark.sql.catalog.ice.type", "hadoop")
        .config("spark.sql.catalog.ice.warehouse", str(warehouse / "iceberg"))
        .config("spark.sql.warehouse.dir", str(warehouse / "warehouse"))
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )


def expect_same(what, answers):
    first, *others = answers.items()
    for name, answer in others:
        if answer != first[1]:
            sys.exit(f"{what}: {first[0]} and {name} differ:\n{first[1]}\n{answer}")


def size(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())
