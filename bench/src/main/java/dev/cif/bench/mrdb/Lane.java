package dev.cif.bench.mrdb;

import dev.cif.bench.formats.Storage;
import dev.cif.bench.formats.Storages;
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
 * @param storage format that it reads; each has a JVM of its own
 */
record Lane(String task, String name, Storage storage, Work work) {
  static final String JOIN = "join";
  static final String JOIN_BY_INDEX = "join-index";

  /** Function that does the task once. */
  interface Work {
    Outcome run() throws IOException, InterruptedException, ClassNotFoundException;
  }

  /** Returns the task's name and the way's. */
  String key() {
    return task + ": " + name;
  }

  /** Returns the name of the answer, which both joins share. */
  static String answer(String task) {
    return task.equals(JOIN_BY_INDEX) ? JOIN : task;
  }

  static String label(Storage storage) {
    return switch (storage.name()) {
      case "SEQ" -> "SequenceFile";
      case "TXT" -> "text";
      case "CIF-utf8" -> "CIF";
      default -> storage.name();
    };
  }

  /**
   * Returns all ways, by their keys.
   *
   * @param tasks names of the tasks
   * @param threads numbers of threads of CIF's map tasks; the others have one
   */
  static Map<String, Lane> all(
      MrdbData data, List<String> tasks, List<Storage> storages, List<Integer> threads) {
    Map<String, Lane> all = new LinkedHashMap<>();
    for (String task : tasks) {
      for (Lane lane : of(data, task, storages, threads)) {
        all.put(lane.key(), lane);
      }
    }
    return all;
  }

  private static List<Lane> of(
      MrdbData data, String task, List<Storage> storages, List<Integer> threads) {
    boolean hasCif = storages.contains(Storages.CIF_UTF8);
    switch (task) {
      case JOIN:
        return joins(data, storages, hasCif);
      case JOIN_BY_INDEX:
        return hasCif ? joinsByIndex(data) : List.of();
      default:
        return scans(data, ScanTask.valueOf(task.toUpperCase(Locale.ROOT)), storages, threads);
    }
  }

  private static List<Lane> scans(
      MrdbData data, ScanTask task, List<Storage> storages, List<Integer> threads) {
    List<Lane> lanes = new ArrayList<>();
    for (Storage storage : storages) {
      for (int count : storage == Storages.CIF_UTF8 ? threads : List.of(1)) {
        String name = label(storage) + (count == 1 ? "" : ", " + count + " threads");
        lanes.add(
            new Lane(
                task.name().toLowerCase(Locale.ROOT),
                name,
                storage,
                () -> task.run(data, storage, count)));
      }
    }
    return lanes;
  }

  private static List<Lane> joins(MrdbData data, List<Storage> storages, boolean hasCif) {
    List<Lane> lanes = new ArrayList<>();
    for (Storage storage : storages) {
      lanes.add(threeJobs(data, JOIN, storage));
      lanes.add(twoJobs(data, JOIN, storage));
    }
    if (hasCif) {
      Storage cif = Storages.CIF_UTF8;
      Path rankings = data.buckets(MrdbData.RANKINGS);
      Path visits = data.buckets(MrdbData.VISITS);
      lanes.add(
          new Lane(
              JOIN,
              "CIF in buckets, three jobs",
              cif,
              () -> RepartitionJoin.run(data, cif, rankings, visits, false)));
      lanes.add(new Lane(JOIN, "CIF in buckets, traversal", cif, () -> TraversalJoin.run(data)));
    }
    return lanes;
  }

  private static Lane threeJobs(MrdbData data, String task, Storage storage) {
    Path rankings = data.folder(MrdbData.RANKINGS, storage);
    Path visits = data.folder(MrdbData.VISITS, storage);
    return new Lane(
        task,
        label(storage) + ", three jobs",
        storage,
        () -> RepartitionJoin.run(data, storage, rankings, visits, false));
  }

  private static Lane twoJobs(MrdbData data, String task, Storage storage) {
    Path rankings = data.folder(MrdbData.RANKINGS, storage);
    Path visits = data.folder(MrdbData.VISITS, storage);
    return new Lane(
        task,
        label(storage) + ", two jobs",
        storage,
        () -> BroadcastJoin.run(data, storage, rankings, visits, false));
  }

  private static List<Lane> joinsByIndex(MrdbData data) {
    Storage cif = Storages.CIF_UTF8;
    Path rankings = data.folder(MrdbData.RANKINGS, cif);
    Path visits = data.sortedVisits();
    return List.of(
        threeJobs(data, JOIN_BY_INDEX, cif),
        twoJobs(data, JOIN_BY_INDEX, cif),
        new Lane(
            JOIN_BY_INDEX,
            "CIF by day, three jobs with index",
            cif,
            () -> RepartitionJoin.run(data, cif, rankings, visits, true)),
        new Lane(
            JOIN_BY_INDEX,
            "CIF by day, two jobs with index",
            cif,
            () -> BroadcastJoin.run(data, cif, rankings, visits, true)));
  }
}
