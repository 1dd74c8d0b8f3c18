package dev.cif.spark.read;

import dev.cif.format.scan.PlannedSplit;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Rows that one task reads.
 *
 * @param parts ranges of rows of split-directories
 * @param hosts hosts that have most of them
 */
record CifInputPartition(List<PlannedSplit> parts, List<String> hosts) implements InputPartition {
  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }
}
