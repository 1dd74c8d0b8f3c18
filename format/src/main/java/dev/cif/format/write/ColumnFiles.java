package dev.cif.format.write;

import dev.cif.format.internal.file.ColumnEntry;
import dev.cif.format.internal.file.ColumnFileWriter;
import dev.cif.format.internal.file.FilterEntry;
import dev.cif.format.internal.file.FilterWriter;
import dev.cif.format.internal.file.SplitFiles;
import dev.cif.format.internal.io.Output;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.Column;
import dev.cif.format.vector.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Column, group and filter files of a split-directory that is being written. Not thread-safe. */
final class ColumnFiles {
  /** Filter of a key of several columns, which are positions in the schema. */
  private record CompositeFilter(FilterWriter writer, List<Integer> columns) {}

  private final ColumnVector[] columns;
  private final ColumnFileWriter[] files;

  /** Columns of each file, as positions in the schema. */
  private final List<List<Integer>> columnsOfFiles;

  /** Filters of keys of several columns. */
  private final List<CompositeFilter> filters = new ArrayList<>();

  private final WriteMemory memory;

  /**
   * Begins files. A file is created with its first bytes.
   *
   * @param memory memory in bytes that open blocks may take
   * @throws IllegalArgumentException if an option does not fit its column
   */
  ColumnFiles(
      ColumnFileWriter.Files created,
      Path directory,
      CifSchema schema,
      WriteOptions options,
      long memory) {
    columns = new ColumnVector[schema.size()];
    columnsOfFiles = options.files(schema);
    files = new ColumnFileWriter[columnsOfFiles.size()];
    boolean areSummarised = ColumnFileWriter.areSummarised(schema.size());
    Output body = new Output();
    for (int f = 0; f < files.length; f++) {
      List<Integer> members = columnsOfFiles.get(f);
      List<Column> some = members.stream().map(schema::column).toList();
      List<ColumnOptions> own = some.stream().map(c -> options.column(c.name())).toList();
      Column first = some.get(0);
      if (some.size() == 1) {
        Path path = new Path(directory, SplitFiles.columnFile(first, 0));
        files[f] = ColumnFileWriter.of(created, path, first, own.get(0), areSummarised, body);
      } else {
        Path path = new Path(directory, SplitFiles.groupFile(first));
        files[f] = ColumnFileWriter.ofGroup(created, path, some, own, areSummarised, body);
      }
      for (int k = 0; k < members.size(); k++) {
        columns[members.get(k)] = files[f].vector(k);
      }
    }
    for (List<String> key : options.filters()) {
      List<Integer> positions = options.positions(key, schema);
      if (positions.size() > 1) {
        filters.add(new CompositeFilter(filter(positions, schema), positions));
      }
    }
    this.memory = new WriteMemory(files, columns.length, memory);
  }

  private FilterWriter filter(List<Integer> key, CifSchema schema) {
    List<Integer> others = key.subList(1, key.size());
    int f = 0;
    while (!columnsOfFiles.get(f).contains(key.get(0))) {
      f++;
    }
    return files[f].filter(
        columnsOfFiles.get(f).indexOf(key.get(0)),
        others.stream().map(i -> schema.column(i).id()).toList(),
        others.stream().map(i -> columns[i]).toList());
  }

  /** Returns the vectors to which the next row's values are appended, one a column. */
  ColumnVector[] columns() {
    return columns;
  }

  /**
   * Ends a row, after one value was appended to each vector.
   *
   * @return size of the row's values before encoding, in bytes
   */
  long endRow() throws IOException {
    for (CompositeFilter filter : filters) {
      filter.writer().addRow();
    }
    long bytes = 0;
    for (ColumnFileWriter file : files) {
      bytes += file.endRow();
    }
    memory.endRows(1, bytes);
    return bytes;
  }

  /** Returns true if rows must come one by one, as a filter takes values of several files. */
  boolean needRows() {
    return !filters.isEmpty();
  }

  /**
   * Appends the first {@code count} rows of a batch, one vector a column, unless {@link #needRows}.
   * Writes them file by file, which is faster than row by row.
   *
   * @return size of the values before encoding, in bytes
   */
  long append(ColumnVector[] batch, int count) throws IOException {
    long bytes = 0;
    for (int f = 0; f < files.length; f++) {
      List<Integer> members = columnsOfFiles.get(f);
      ColumnVector[] some = new ColumnVector[members.size()];
      for (int k = 0; k < some.length; k++) {
        some[k] = batch[members.get(k)];
      }
      bytes += files[f].append(some, count);
    }
    memory.endRows(count, bytes);
    return bytes;
  }

  /**
   * Writes the open blocks and the footers. Returns the entries of the columns for the schema file.
   */
  List<ColumnEntry> finish() throws IOException {
    ColumnEntry[] entries = new ColumnEntry[columns.length];
    for (int f = 0; f < files.length; f++) {
      List<ColumnEntry> ofFile = files[f].finish();
      for (int k = 0; k < ofFile.size(); k++) {
        entries[columnsOfFiles.get(f).get(k)] = ofFile.get(k);
      }
    }
    for (CompositeFilter filter : filters) {
      finish(filter, entries);
    }
    return List.of(entries);
  }

  private void finish(CompositeFilter filter, ColumnEntry[] entries) throws IOException {
    List<Integer> key = filter.columns();
    FilterEntry written =
        filter.writer().finish(key.stream().map(i -> entries[i].footerCrc()).toList());
    if (written != null) {
      ColumnEntry first = entries[key.get(0)];
      List<FilterEntry> all = new ArrayList<>(first.filters());
      all.add(written);
      entries[key.get(0)] = first.withFilters(all);
    }
  }

  /** Closes the files incomplete; only of use to give up. */
  void closeQuietly() {
    for (ColumnFileWriter file : files) {
      SplitFiles.closeQuietly(file);
    }
    for (CompositeFilter filter : filters) {
      SplitFiles.closeQuietly(filter.writer());
    }
  }
}
