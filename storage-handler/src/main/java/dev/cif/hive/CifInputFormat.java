package dev.cif.hive;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Predicate;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.scan.SplitWork;
import dev.cif.format.scan.SummaryPruner;
import dev.cif.format.scan.TableWork;
import dev.cif.hive.scan.CifSplit;
import dev.cif.hive.scan.CombinedRecordReader;
import dev.cif.hive.scan.CombinedSplit;
import dev.cif.hive.scan.PartReader;
import dev.cif.hive.scan.RowRecordReader;
import dev.cif.hive.scan.SplitScan;
import dev.cif.hive.scan.TableScan;
import dev.cif.hive.scan.VectorizedRecordReader;
import dev.cif.hive.scan.WriteIdentifier;
import dev.cif.hive.table.CifTables;
import dev.cif.hive.table.CompactionJob;
import dev.cif.hive.table.TableProperties;
import dev.cif.hive.table.Transactions;
import dev.cif.hive.version.HiveFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedInputFormatInterface;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedSupport;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat;
import org.apache.hadoop.hive.ql.io.IOContextMap;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Input format of CIF tables. A split-directory is one Hive split, or several if it is large. On
 * mr, several small ones share a split, because Hive groups splits on Tez alone. A split's path is
 * that of the folder, so that Hive finds bucket numbers and INPUT__FILE__NAME where it would find a
 * file. Only the files of the columns that a query names are opened.
 */
public final class CifInputFormat extends FileInputFormat<NullWritable, Object>
    implements VectorizedInputFormatInterface, CombineHiveInputFormat.AvoidSplitCombination {
  private static final String MIN_SIZE = "mapreduce.input.fileinputformat.split.minsize";
  private static final String MAX_SIZE = "mapreduce.input.fileinputformat.split.maxsize";

  private static final long DEFAULT_MIN_SIZE = 16 << 20;

  @Override
  public InputSplit[] getSplits(JobConf job, int hint) throws IOException {
    Path[] inputs = getInputPaths(job);
    ReadOptions options = ReadOptions.from(job);
    List<SplitFinder.Root> roots = new ArrayList<>();
    for (Path input : inputs) {
      roots.add(new SplitFinder.Root(input.getFileSystem(job), input));
    }
    if (roots.isEmpty()) {
      return new InputSplit[0];
    }
    // Hive asks for one table at a time.
    if (!HiveFeatures.IS_3) {
      Transactions.expectNone(TableProperties.of(job, inputs[0]));
    }
    TableScan table = TableScan.from(job, inputs[0]);
    SplitFinder.FileRoot files = CifInputFormat::splitDirectory;
    List<FoundSplit> listed =
        CompactionJob.isOne(job)
            ? CompactionJob.find(roots, options, files)
            : SplitFinder.find(roots, options, files);
    ExprNodeDesc filter = SplitScan.filter(job);
    Predicate planned = table.predicate(filter, job);
    List<FoundSplit> found = inMatchingFolders(listed, table, planned);
    List<SplitWork> work =
        TableWork.of(
            found,
            options,
            leastSize(job),
            table.columns(filter, Set.of()),
            split -> wanted(split, table),
            rows(planned, table));
    if (job.getBoolean(CifTables.WHOLE, false)) {
      return work.stream().map(SplitWork::whole).map(CifSplit::new).toArray(InputSplit[]::new);
    }
    long size = splitSize(job, work.stream().mapToLong(SplitWork::chosenBytes).sum(), hint);
    List<CifSplit> splits =
        work.stream().flatMap(split -> split.divide(size).stream()).map(CifSplit::new).toList();
    if (splits.isEmpty() && !work.isEmpty() && !HiveFeatures.IS_4) {
      // Hive 3.1 keeps the old rows of an INSERT OVERWRITE if the job that merges its files has no
      // task.
      splits = List.of(new CifSplit(work.get(0).whole()));
    }
    return (isOnMr(job) ? CombinedSplit.combine(splits, size) : splits).toArray(new InputSplit[0]);
  }

  /** Returns the condition on the rows of split-directories; null if bounds decide nothing. */
  private static TableWork.Rows rows(Predicate filter, TableScan table) {
    return SummaryPruner.isOfUse(filter)
        ? split ->
            SummaryPruner.mayMatch(split, table.decided(filter, split.directory()), table::typeOf)
        : null;
  }

  /** Returns the split-directories whose folders' values alone do not exclude all rows. */
  private static List<FoundSplit> inMatchingFolders(
      List<FoundSplit> found, TableScan table, Predicate filter) throws IOException {
    if (!table.hasFolderColumns()) {
      return found;
    }
    List<FoundSplit> matching = new ArrayList<>();
    for (FoundSplit split : found) {
      if (table.decided(filter, split.directory()).isPossible()) {
        matching.add(split);
      }
    }
    return matching;
  }

  /**
   * Returns true if the splits are for tasks on mr, and not for a query that Hive answers without
   * tasks.
   */
  private static boolean isOnMr(JobConf job) {
    return HiveConf.getVar(job, HiveConf.ConfVars.HIVE_EXECUTION_ENGINE).equals("mr")
        && !HiveConf.getVar(job, HiveConf.ConfVars.PLAN).isEmpty();
  }

  /**
   * Returns the bytes of values, before encoding, that a split should have. The rule is that of
   * Hadoop's file formats: an even share, within the bounds that are set.
   */
  private static long splitSize(JobConf job, long rawBytes, int hint) {
    long most = job.getLong(MAX_SIZE, Long.MAX_VALUE);
    return Math.max(leastSize(job), Math.min(most, rawBytes / Math.max(1, hint)));
  }

  private static long leastSize(JobConf job) {
    long least = job.getLong(MIN_SIZE, 0);
    // Hadoop's own default is 1, with which two tasks would share the smallest table.
    return least > 1 ? least : DEFAULT_MIN_SIZE;
  }

  /**
   * Returns the split-directory of a file that is an input path. For sort-merge joins on mr Hive
   * lists all files itself and passes each. The schema file then represents its split-directory;
   * the other files of one, and those of an unfinished one, represent nothing.
   */
  private static Path splitDirectory(FileSystem fs, Path file) throws IOException {
    Path parent = file.getParent();
    if (file.getName().equals(SplitDirectories.SCHEMA_FILE)) {
      return parent;
    }
    if (!SplitDirectories.isSplitDirectory(fs, parent)
        && !SplitDirectories.isUnfinished(fs, parent)) {
      SplitDirectories.listStrictly(fs, file);
    }
    return null;
  }

  /**
   * Returns the wanted columns that a split-directory has. All its rows are planned: footers, which
   * are not read here, decide which ones are needed.
   */
  private static List<Integer> wanted(SplitReader split, TableScan table) {
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < table.columnCount(); i++) {
      int stored = table.isWanted(i) ? split.schema().indexOf(table.name(i)) : -1;
      if (stored >= 0) {
        wanted.add(stored);
      }
    }
    return wanted;
  }

  // Hive casts the reader by vectorisation of the job: it returns CifRow or VectorizedRowBatch.
  @SuppressWarnings({"unchecked", "rawtypes"})
  @Override
  public RecordReader<NullWritable, Object> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    // That of a task which was killed while it read, in a container that Tez uses again: Hive would
    // drop what this one writes, in silence.
    IOContextMap.get(job).setIOExceptions(false);
    if (split instanceof CombinedSplit combined) {
      CombinedRecordReader.Opener opener = part -> reader(part, job, reporter);
      return new CombinedRecordReader(combined, opener, job);
    }
    return (RecordReader) reader((FileSplit) split, job, reporter);
  }

  private static PartReader<?> reader(FileSplit split, JobConf job, Reporter reporter)
      throws IOException {
    SplitScan scan = new SplitScan(split, job, reporter);
    WriteIdentifier identifier = WriteIdentifier.of(job, split.getPath());
    try {
      return HiveFeatures.IS_3 && Utilities.getIsVectorized(job)
          ? new VectorizedRecordReader(scan, identifier, split, job)
          : new RowRecordReader(scan, identifier);
    } catch (IOException | RuntimeException e) {
      scan.close();
      throw e;
    }
  }

  @Override
  public VectorizedSupport.Support[] getSupportedFeatures() {
    return new VectorizedSupport.Support[] {VectorizedSupport.Support.DECIMAL_64};
  }

  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }
}
