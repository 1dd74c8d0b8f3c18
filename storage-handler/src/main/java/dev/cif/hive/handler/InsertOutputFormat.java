package dev.cif.hive.handler;

import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableInsert;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.hive.serde.CifRowToWrite;
import dev.cif.hive.table.PartitionColumns;
import dev.cif.hive.write.FolderWriter;
import dev.cif.hive.write.InsertColumns;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.hive_metastoreConstants;
import org.apache.hadoop.hive.ql.exec.AbstractFileMergeOperator;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.exec.tez.TezProcessor;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes the rows of an INSERT into a storage handler's table, hidden until the statement commits.
 * Hive gives each task the table's own folder; the tasks choose paths of their own below it.
 */
public final class InsertOutputFormat extends FileOutputFormat<NullWritable, CifRowToWrite>
    implements HiveOutputFormat<NullWritable, CifRowToWrite> {
  /** Property of an INSERT's target: the id of the insert. */
  static final String ID = "dev.cif.hive.insert.id";

  /** Gives the target of a statement an id, which its tasks and its commit get. */
  public static void begin(Properties target) {
    if (target.getProperty(ID) == null) {
      target.setProperty(ID, TableChange.newId());
    }
  }

  /** Number of attempts whose outputs are counted, at most. */
  private static final int MOST = 10_000;

  /** Number of outputs of an attempt so far, by attempt and insert. */
  private static final Map<String, Integer> OUTPUTS =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
              return size() > MOST;
            }
          });

  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path given,
      Class<? extends Writable> valueClass,
      boolean isCompressed,
      Properties properties,
      Progressable progress)
      throws IOException {
    Path table = table(given, properties);
    String id = properties.getProperty(ID);
    if (id == null) {
      throw new CifException(
          table + ": Hive has not told the storage handler of this statement; use INSERT");
    }
    DiscoveringSerDe serde = new DiscoveringSerDe();
    try {
      serde.initialize(job, properties, null);
    } catch (SerDeException e) {
      throw new CifException(e.getMessage(), e);
    }
    String attempt = attempt(job);
    String task = attempt.substring(0, Math.max(0, attempt.lastIndexOf('_')));
    // A task has several outputs for one target if branches of a UNION ALL meet in it.
    int number = OUTPUTS.merge(id + " " + attempt, 1, Integer::sum);
    FileSystem fs = table.getFileSystem(job);
    TableInsert insert = TableInsert.of(fs, table, id);
    String output = attempt + "-" + number;
    InsertColumns columns = columns(serde.schema(), properties);
    return new InsertWriter(
        insert,
        output,
        task + "-" + number,
        new FolderWriter(job, insert.attemptFolder(output), columns, properties, progress));
  }

  /** Divides the columns of a table by its properties. */
  static InsertColumns columns(CifSchema all, Properties properties) {
    return new InsertColumns(
        all, PartitionColumns.names(properties.getProperty(PartitionColumns.PROPERTY)));
  }

  /**
   * Returns the table's folder, into which Hive has all tasks write.
   *
   * @throws CifException if Hive would take the output from elsewhere, since it would then replace
   *     the whole table by that
   */
  private static Path table(Path given, Properties properties) throws CifException {
    Path table = new Path(properties.getProperty(hive_metastoreConstants.META_TABLE_LOCATION));
    boolean isUnion =
        given.getName().startsWith(AbstractFileMergeOperator.UNION_SUDBIR_PREFIX)
            && isSame(given.getParent(), table);
    if (!isUnion && !isSame(given, table)) {
      throw new CifException(
          "the output goes to "
              + given
              + ", not to the table's folder "
              + table
              + "; set hive.merge.mapfiles, hive.merge.mapredfiles and hive.merge.tezfiles to"
              + " false");
    }
    return table;
  }

  private static boolean isSame(Path a, Path b) {
    return a.toUri().getPath().equals(b.toUri().getPath());
  }

  /**
   * Returns a name that is unique in a statement; the part before the last underscore is the
   * task's.
   */
  private static String attempt(JobConf job) {
    // Each of Tez's vertices counts its tasks from 0.
    String vertex = job.get(TezProcessor.HIVE_TEZ_VERTEX_INDEX, "0");
    return "v" + vertex + "_" + job.get("mapred.task.id", "local_0");
  }

  /** Accepts any folder: Hive writes into the table's own, which may hold rows. */
  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) {}

  @Override
  public RecordWriter<NullWritable, CifRowToWrite> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw new UnsupportedOperationException("this output format is for Hive's INSERT");
  }
}
