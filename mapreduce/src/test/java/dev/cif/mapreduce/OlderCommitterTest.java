package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.mapred.ColumnOutputFormat;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.JobContextImpl;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.JobStatus;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committer of the older interface, step by step as Hadoop calls it. */
class OlderCommitterTest {
  @TempDir File folder;
  private final JobConf job = new JobConf();
  private final JobContext context = new JobContextImpl(job, new JobID("cif", 7));
  private Path output;
  private FileSystem fs;
  private OutputCommitter committer;
  private List<GenericRecord> rows;

  @BeforeEach
  void prepare() throws IOException {
    output = new Path(new File(folder, "out").toURI());
    fs = output.getFileSystem(job);
    rows = Crawl.throughAvro(new File(folder, "crawl.avro"), Crawl.rows(300));
    ColumnOutputFormat.setOutputPath(job, output);
    ColumnOutputFormat.setSchema(job, Crawl.SCHEMA);
    committer = job.getOutputCommitter();
    committer.setupJob(context);
  }

  /** Writes rows as an attempt does, up to its commit. */
  private TaskAttemptContext run(int task, int attempt, List<GenericRecord> some)
      throws IOException {
    TaskAttemptID id = new TaskAttemptID("cif", 7, TaskType.MAP, task, attempt);
    JobConf ofTask = new JobConf(job);
    ofTask.set(JobContext.TASK_ATTEMPT_ID, id.toString());
    TaskAttemptContext running = new TaskAttemptContextImpl(ofTask, id);
    committer.setupTask(running);
    RecordWriter<Object, IndexedRecord> out =
        new ColumnOutputFormat().getRecordWriter(fs, ofTask, "part-0000" + task, Reporter.NULL);
    for (GenericRecord row : some) {
      out.write(null, row);
    }
    out.close(Reporter.NULL);
    return running;
  }

  private int hiddenFolders() {
    return folder.list((dir, name) -> name.startsWith("_")).length;
  }

  @Test
  void ofTwoAttemptsOneIsTaken() throws IOException {
    TaskAttemptContext lost = run(0, 0, rows.subList(0, 200));
    TaskAttemptContext taken = run(0, 1, rows.subList(0, 200));
    TaskAttemptContext other = run(1, 0, rows.subList(200, 300));
    for (TaskAttemptContext task : List.of(taken, other)) {
      assertTrue(committer.needsTaskCommit(task));
      committer.commitTask(task);
    }
    committer.abortTask(lost);
    assertFalse(fs.exists(output), "visible before the job's commit");
    committer.commitJob(context);
    assertEquals(rows, Scans.crawl(job, output));
    assertEquals(0, hiddenFolders());
  }

  @Test
  void outputOfAMasterThatDiedIsTakenOver() throws IOException {
    committer.commitTask(run(0, 0, rows));
    JobConf next = new JobConf(job);
    next.setInt(JobContext.APPLICATION_ATTEMPT_ID, 1);
    JobContext restarted = new JobContextImpl(next, new JobID("cif", 7));
    committer.setupJob(restarted);
    assertTrue(committer.isRecoverySupported(restarted));
    TaskAttemptID id = new TaskAttemptID("cif", 7, TaskType.MAP, 0, 0);
    committer.recoverTask(new TaskAttemptContextImpl(next, id));
    committer.commitJob(restarted);
    assertEquals(rows, Scans.crawl(job, output));
  }

  @Test
  void killedJobLeavesNothing() throws IOException {
    committer.commitTask(run(0, 0, rows));
    assertEquals(1, hiddenFolders());
    committer.abortJob(context, JobStatus.KILLED);
    assertFalse(fs.exists(output));
    assertEquals(0, hiddenFolders());
  }
}
