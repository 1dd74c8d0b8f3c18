package dev.cif.spark.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Counts of a scan, which Spark shows with the query. */
public final class ReadCounts {
  private ReadCounts() {}

  static CustomMetric[] all() {
    return new CustomMetric[] {new BytesRead(), new FilesOpened()};
  }

  static CustomTaskMetric of(String name, long value) {
    return new CustomTaskMetric() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public long value() {
        return value;
      }
    };
  }

  /** Sum of the bytes that tasks have read. Spark creates it by its name. */
  public static final class BytesRead extends CustomSumMetric {
    static final String NAME = "cifBytesRead";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String description() {
      return "bytes of CIF files read";
    }
  }

  /** Sum of the column files that tasks have opened. Spark creates it by its name. */
  public static final class FilesOpened extends CustomSumMetric {
    static final String NAME = "cifFilesOpened";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String description() {
      return "CIF column files opened";
    }
  }
}
