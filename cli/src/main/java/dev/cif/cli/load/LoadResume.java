package dev.cif.cli.load;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Decides if an interrupted load can be resumed with the current settings. */
final class LoadResume {
  private static final int SHOWN = 5;

  private LoadResume() {}

  /**
   * Returns the plan to go on with: the earlier one. Files of unfinished tasks may have changed
   * since, because a load that failed at a file goes on when that file was mended.
   *
   * @param done tasks that are done
   * @throws LoadException with the differences, if there are others
   */
  static LoadPlan plan(LoadPlan before, LoadPlan now, BitSet done) throws LoadException {
    List<String> differences = new ArrayList<>();
    settings(before.settings().named(), now.settings().named(), differences);
    if (!before.columns().equals(now.columns())) {
      differences.add("the columns were " + before.schema() + ", and are " + now.schema());
    }
    files(before.files(), now.files(), differences);
    LoadPlan plan = before;
    for (int i = 0; differences.isEmpty() && i < now.files().size(); i++) {
      LoadPlan.PlanFile file = now.files().get(i);
      if (file.equals(before.files().get(i))) {
        continue;
      }
      int reader = reader(before, i, done);
      if (reader >= 0) {
        differences.add(file.path() + " was changed after task " + reader + " had read it");
      } else {
        plan = plan.with(i, file);
      }
    }
    if (!differences.isEmpty()) {
      throw new LoadException(
          "a load into this place was broken off, and this one differs: "
              + String.join("; ", differences)
              + ". Give the same command to take it up, or add --restart to throw away what it has"
              + " done");
    }
    return plan;
  }

  private static void settings(
      Map<String, String> before, Map<String, String> now, List<String> differences) {
    TreeSet<String> names = new TreeSet<>(before.keySet());
    names.addAll(now.keySet());
    for (String name : names) {
      String was = before.get(name);
      String is = now.get(name);
      if (!Objects.equals(was, is)) {
        differences.add(name + " was " + shown(was) + ", and is " + shown(is));
      }
    }
  }

  private static String shown(String value) {
    return value == null ? "not given" : "'" + value + "'";
  }

  private static void files(
      List<LoadPlan.PlanFile> before, List<LoadPlan.PlanFile> now, List<String> differences) {
    List<String> were = before.stream().map(LoadPlan.PlanFile::path).toList();
    List<String> are = now.stream().map(LoadPlan.PlanFile::path).toList();
    List<String> gone = new ArrayList<>(were);
    gone.removeAll(new TreeSet<>(are));
    List<String> added = new ArrayList<>(are);
    added.removeAll(new TreeSet<>(were));
    if (!gone.isEmpty()) {
      differences.add("no longer among the files: " + some(gone));
    }
    if (!added.isEmpty()) {
      differences.add("new among the files: " + some(added));
    }
    if (gone.isEmpty() && added.isEmpty() && !were.equals(are)) {
      differences.add("the order of the files, or how often one is named");
    }
  }

  private static String some(List<String> paths) {
    String text = String.join(", ", paths.subList(0, Math.min(SHOWN, paths.size())));
    return paths.size() <= SHOWN ? text : text + " and " + (paths.size() - SHOWN) + " more";
  }

  /** Returns a finished task that has read a file, or -1. */
  private static int reader(LoadPlan plan, int file, BitSet done) {
    for (int task = done.nextSetBit(0); task >= 0; task = done.nextSetBit(task + 1)) {
      if (plan.tasks().get(task).reads(file)) {
        return task;
      }
    }
    return -1;
  }
}
