package dev.cif.mapreduce;

import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reporter of a task's counters, state and progress, for code that runs within it in a context of
 * its own.
 */
public final class TaskReporter extends StatusReporter {
  private final TaskAttemptContext task;

  /** Creates a reporter to a task. */
  public TaskReporter(TaskAttemptContext task) {
    this.task = task;
  }

  @Override
  public Counter getCounter(Enum<?> name) {
    return task.getCounter(name);
  }

  @Override
  public Counter getCounter(String group, String name) {
    return task.getCounter(group, name);
  }

  @Override
  public void progress() {
    task.progress();
  }

  @Override
  public float getProgress() {
    return task.getProgress();
  }

  @Override
  public void setStatus(String status) {
    task.setStatus(status);
  }
}
