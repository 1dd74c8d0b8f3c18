package dev.cif.bench.mrdb;

import dev.cif.bench.formats.FileFormat;
import dev.cif.bench.formats.FileFormats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * One way to do one of the tasks.
 *
 * @param task name of the task, as in {@code --tasks}
 * @param name name of the way, among those of the task
 * @param format format that it reads; each has a JVM of its own
 */
record TaskVariant(String task, String name, FileFormat format, Work work) {
  static final String JOIN = "join";
  static final String JOIN_BY_INDEX = "join-index";

  /** Function that does the task once. */
  interface Work {
    TaskRun run() throws IOException, InterruptedException, ClassNotFoundException;
  }

  /** Returns the task's name and the way's. */
  String key() {
    return task + ": " + name;
  }

  /** Returns the name of the answer, which both joins share. */
  static String answer(String task) {
    return task.equals(JOIN_BY_INDEX) ? JOIN : task;
  }

  static String label(FileFormat format) {
    return switch (format.name()) {
      case "SEQ" -> "SequenceFile";
      case "TXT" -> "text";
      case "CIF-utf8" -> "CIF";
      default -> format.name();
    };
  }

  /**
   * Returns all ways, by their keys.
   *
   * @param tasks names of the tasks
   * @param threads numbers of threads of CIF's map tasks; the others have one
   */
  static Map<String, TaskVariant> all(
      MrdbData data, List<String> tasks, List<FileFormat> compared, List<Integer> threads) {
    Map<String, TaskVariant> all = new LinkedHashMap<>();
    for (String task : tasks) {
      for (TaskVariant lane : of(data, task, compared, threads)) {
        all.put(lane.key(), lane);
      }
    }
    return all;
  }

  private static List<TaskVariant> of(
      MrdbData data, String task, List<FileFormat> compared, List<Integer> threads) {
    boolean hasCif = compared.contains(FileFormats.CIF_UTF8);
    switch (task) {
      case JOIN:
        return joins(data, compared, hasCif);
      case JOIN_BY_INDEX:
        return hasCif ? joinsByIndex(data) : List.of();
      default:
        return scans(data, ScanTask.valueOf(task.toUpperCase(Locale.ROOT)), compared, threads);
    }
  }

  private static List<TaskVariant> scans(
      MrdbData data, ScanTask task, List<FileFormat> compared, List<Integer> threads) {
    List<TaskVariant> lanes = new ArrayList<>();
    for (FileFormat format : compared) {
      for (int count : format == FileFormats.CIF_UTF8 ? threads : List.of(1)) {
        String name = label(format) + (count == 1 ? "" : ", " + count + " threads");
        lanes.add(
            new TaskVariant(
                task.name().toLowerCase(Locale.ROOT),
                name,
                format,
                () -> task.run(data, format, count)));
      }
    }
    return lanes;
  }

  private static List<TaskVariant> joins(MrdbData data, List<FileFormat> compared, boolean hasCif) {
    List<TaskVariant> lanes = new ArrayList<>();
    for (FileFormat format : compared) {
      lanes.add(threeJobs(data, JOIN, format));
      lanes.add(twoJobs(data, JOIN, format));
    }
    if (hasCif) {
      FileFormat cif = FileFormats.CIF_UTF8;
      Path rankings = data.buckets(MrdbData.RANKINGS);
      Path visits = data.buckets(MrdbData.VISITS);
      lanes.add(
          new TaskVariant(
              JOIN,
              "CIF in buckets, three jobs",
              cif,
              () -> RepartitionJoin.run(data, cif, rankings, visits, false)));
      lanes.add(
          new TaskVariant(JOIN, "CIF in buckets, traversal", cif, () -> TraversalJoin.run(data)));
    }
    return lanes;
  }

  private static TaskVariant threeJobs(MrdbData data, String task, FileFormat format) {
    Path rankings = data.folder(MrdbData.RANKINGS, format);
    Path visits = data.folder(MrdbData.VISITS, format);
    return new TaskVariant(
        task,
        label(format) + ", three jobs",
        format,
        () -> RepartitionJoin.run(data, format, rankings, visits, false));
  }

  private static TaskVariant twoJobs(MrdbData data, String task, FileFormat format) {
    Path rankings = data.folder(MrdbData.RANKINGS, format);
    Path visits = data.folder(MrdbData.VISITS, format);
    return new TaskVariant(
        task,
        label(format) + ", two jobs",
        format,
        () -> BroadcastJoin.run(data, format, rankings, visits, false));
  }

  private static List<TaskVariant> joinsByIndex(MrdbData data) {
    FileFormat cif = FileFormats.CIF_UTF8;
    Path rankings = data.folder(MrdbData.RANKINGS, cif);
    Path visits = data.sortedVisits();
    return List.of(
        threeJobs(data, JOIN_BY_INDEX, cif),
        twoJobs(data, JOIN_BY_INDEX, cif),
        new TaskVariant(
            JOIN_BY_INDEX,
            "CIF by day, three jobs with index",
            cif,
            () -> RepartitionJoin.run(data, cif, rankings, visits, true)),
        new TaskVariant(
            JOIN_BY_INDEX,
            "CIF by day, two jobs with index",
            cif,
            () -> BroadcastJoin.run(data, cif, rankings, visits, true)));
  }
}
