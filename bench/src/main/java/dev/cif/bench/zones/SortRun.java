package dev.cif.bench.zones;

import java.util.List;

/**
 * One run of TeraSort.
 *
 * @param seconds wall-clock time on this machine
 * @param files files of its intermediate data
 * @param written bytes that its tasks wrote to local files, by MapReduce's counters
 * @param read bytes that its tasks read from local files
 * @param shuffled bytes of map outputs that went to reduce tasks, which the NodeManager reads
 */
record SortRun(double seconds, List<FileOnDisk> files, long written, long read, long shuffled) {

  /** Returns all extents of the intermediate data. */
  List<DiskExtent> extents() {
    return files.stream().flatMap(file -> file.extents().stream()).toList();
  }

  long bytes() {
    return files.stream().mapToLong(FileOnDisk::bytes).sum();
  }

  long within(long zoneBytes) {
    return extents().stream().mapToLong(extent -> extent.within(zoneBytes)).sum();
  }

  /** Returns the modelled seconds to write all of it once, and to read it once. */
  double modelled(DiskModel model, long deviceBytes) {
    return model.write(extents(), deviceBytes) + model.read(extents(), deviceBytes);
  }
}
