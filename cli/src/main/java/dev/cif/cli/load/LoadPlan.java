package dev.cif.cli.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cif.cli.source.SourceFile;
import dev.cif.cli.source.SourceOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Plan of a load: the files in their state when it began, divided into tasks. It is kept as JSON,
 * so that the load can be resumed. Immutable.
 *
 * @param id unique id of the load
 * @param settings settings that the user gave
 * @param columns columns of the table
 * @param files files in the order in which they are loaded
 * @param tasks tasks whose rows in succession are those of the files
 */
record LoadPlan(
    String id,
    LoadSettings settings,
    List<PlanColumn> columns,
    List<PlanFile> files,
    List<PlanTask> tasks) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern ID = Pattern.compile("[0-9a-f-]{1,64}");

  /** Column of the table, with its type as text. */
  record PlanColumn(String name, String type, String key) {}

  /** File with its length in bytes, and its modification time in milliseconds since 1970. */
  record PlanFile(String path, long length, long modified) {}

  /** Bytes from start to end, exclusive, of the file with a number. */
  record PlanRange(int file, long start, long end) {}

  /** Ranges that one map reads. */
  record PlanTask(List<PlanRange> ranges) {
    PlanTask {
      ranges = List.copyOf(ranges);
    }

    /** Returns the bytes of input. */
    long bytes() {
      return ranges.stream().mapToLong(r -> r.end() - r.start()).sum();
    }

    boolean reads(int file) {
      return ranges.stream().anyMatch(r -> r.file() == file);
    }
  }

  /** Others may have written the plan that is taken up: its id is the name of a folder. */
  LoadPlan {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("a load has the id '" + id + "', which cannot be");
    }
    columns = List.copyOf(columns);
    files = List.copyOf(files);
    tasks = List.copyOf(tasks);
  }

  /** Creates a plan for files, with a new id. */
  static LoadPlan of(LoadSettings settings, CifSchema schema, List<SourceFile> files) {
    List<PlanFile> entries = new ArrayList<>();
    for (SourceFile file : files) {
      entries.add(new PlanFile(file.path().toString(), file.length(), file.modified()));
    }
    return new LoadPlan(
        UUID.randomUUID().toString(),
        settings,
        columns(schema),
        entries,
        cut(files, settings.source(), settings));
  }

  private static List<PlanColumn> columns(CifSchema schema) {
    return schema.columns().stream()
        .map(c -> new PlanColumn(c.name(), c.type().toString(), c.key()))
        .toList();
  }

  /** Divides large files into several tasks, if they can be cut, and puts small ones together. */
  private static List<PlanTask> cut(
      List<SourceFile> files, SourceOptions options, LoadSettings settings) {
    List<PlanTask> tasks = new ArrayList<>();
    List<PlanRange> together = new ArrayList<>();
    long bytes = 0;
    long wanted = settings.taskSize();
    for (int i = 0; i < files.size(); i++) {
      SourceFile file = files.get(i);
      long length = file.length();
      if (!together.isEmpty() && (bytes > wanted - length || length > wanted)) {
        tasks.add(new PlanTask(together));
        together.clear();
        bytes = 0;
      }
      if (length > wanted && settings.format().isCuttable(file, options)) {
        long pieces = length / wanted + (length % wanted == 0 ? 0 : 1);
        long size = length / pieces + (length % pieces == 0 ? 0 : 1);
        for (long start = 0; start < length; start += size) {
          long end = Math.min(length, start + size);
          tasks.add(new PlanTask(List.of(new PlanRange(i, start, end))));
        }
      } else {
        together.add(new PlanRange(i, 0, length));
        bytes += length;
      }
    }
    if (!together.isEmpty()) {
      tasks.add(new PlanTask(together));
    }
    return tasks;
  }

  /** Returns the columns of the table. */
  CifSchema schema() {
    List<Column> all = new ArrayList<>();
    for (PlanColumn column : columns) {
      CifType type = CifType.parse(column.type());
      all.add(new Column(all.size() + 1, column.name(), type, column.key()));
    }
    return CifSchema.of(all);
  }

  /**
   * Returns the plan of one task alone, with the task's files only, for the process that does it.
   */
  LoadPlan only(int task) {
    List<PlanFile> own = new ArrayList<>();
    List<PlanRange> ranges = new ArrayList<>();
    for (PlanRange range : tasks.get(task).ranges()) {
      ranges.add(new PlanRange(own.size(), range.start(), range.end()));
      own.add(files.get(range.file()));
    }
    return new LoadPlan(id, settings, columns, own, List.of(new PlanTask(ranges)));
  }

  /**
   * Returns the plan with the new state of a file; ranges that ended at the file's end still do.
   */
  LoadPlan with(int file, PlanFile now) {
    long before = files.get(file).length();
    List<PlanFile> newFiles = new ArrayList<>(files);
    newFiles.set(file, now);
    List<PlanTask> newTasks = new ArrayList<>();
    for (PlanTask task : tasks) {
      List<PlanRange> ranges = new ArrayList<>();
      for (PlanRange r : task.ranges()) {
        long end = r.end() == before ? now.length() : Math.min(r.end(), now.length());
        ranges.add(
            r.file() == file ? new PlanRange(file, Math.min(r.start(), now.length()), end) : r);
      }
      newTasks.add(new PlanTask(ranges));
    }
    return new LoadPlan(id, settings, columns, newFiles, newTasks);
  }

  String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a plan.
   *
   * @throws JsonProcessingException if the text is no plan
   */
  static LoadPlan parse(String json) throws JsonProcessingException {
    return JSON.readValue(json, LoadPlan.class);
  }
}
