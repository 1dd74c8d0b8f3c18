package dev.cif.hive.scan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.ColumnarSplit;
import org.apache.hadoop.mapred.FileSplit;

/**
 * Rows of several small split-directories of one folder for a task on mr, where Hive groups no
 * splits itself. Its path is that of the first.
 */
public final class CombinedSplit extends FileSplit implements ColumnarSplit {
  private final List<CifSplit> parts = new ArrayList<>();

  /** Creates a split for {@link #readFields}. */
  CombinedSplit() {
    super((Path) null, 0, 0, (String[]) null);
  }

  private CombinedSplit(List<CifSplit> parts, List<String> hosts) {
    super(
        parts.get(0).getPath(),
        0,
        parts.stream().mapToLong(CifSplit::getLength).sum(),
        hosts.toArray(new String[0]));
    this.parts.addAll(parts);
  }

  /** Folder and host whose splits may share a task: Hive's partitions are folders. */
  private record Place(Path folder, String host) {}

  /**
   * Combines splits of a folder and a host.
   *
   * @param size bytes before encoding that a task should have
   */
  public static List<FileSplit> combine(List<CifSplit> splits, long size) throws IOException {
    Map<Place, List<CifSplit>> places = new LinkedHashMap<>();
    for (CifSplit split : splits) {
      String[] hosts = split.getLocations();
      Place place = new Place(split.getPath().getParent(), hosts.length == 0 ? "" : hosts[0]);
      places.computeIfAbsent(place, p -> new ArrayList<>()).add(split);
    }
    List<FileSplit> combined = new ArrayList<>();
    for (List<CifSplit> here : places.values()) {
      List<CifSplit> task = new ArrayList<>();
      long bytes = 0;
      for (CifSplit split : here) {
        if (!task.isEmpty() && bytes + split.getColumnarProjectionSize() > size) {
          combined.add(of(task));
          task.clear();
          bytes = 0;
        }
        task.add(split);
        bytes += split.getColumnarProjectionSize();
      }
      combined.add(of(task));
    }
    return combined;
  }

  private static FileSplit of(List<CifSplit> task) throws IOException {
    if (task.size() == 1) {
      return task.get(0);
    }
    // Hosts that have all of them; the first is common to all.
    List<String> hosts = new ArrayList<>(List.of(task.get(0).getLocations()));
    for (CifSplit split : task) {
      hosts.retainAll(List.of(split.getLocations()));
    }
    return new CombinedSplit(task, hosts);
  }

  List<CifSplit> parts() {
    return parts;
  }

  @Override
  public long getColumnarProjectionSize() {
    return parts.stream().mapToLong(CifSplit::getColumnarProjectionSize).sum();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(parts.size());
    for (CifSplit part : parts) {
      part.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    parts.clear();
    for (int left = in.readInt(); left > 0; left--) {
      CifSplit part = new CifSplit();
      part.readFields(in);
      parts.add(part);
    }
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
