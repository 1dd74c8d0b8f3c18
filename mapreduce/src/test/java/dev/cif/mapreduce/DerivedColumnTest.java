package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.commit.AddedColumn;
import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.commit.ChangeHistory;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.DataSet;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TableDescription;
import dev.cif.format.schema.TableDescription.TableColumn;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.write.SplitWriter;
import dev.cif.mapreduce.derive.DerivedColumn;
import dev.cif.mapreduce.derive.ValuesByKey;
import dev.cif.mapreduce.record.Record;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The job that adds a column: values, cost, and what is left when it fails or is run again. */
class DerivedColumnTest {
  private static final Schema TEXT = Schema.create(Schema.Type.STRING);
  private static final int SPLITS = 3;

  @TempDir File folder;
  private final Configuration conf = new Configuration();
  private Path input;
  private FileSystem fs;
  private List<GenericRecord> rows;

  /** The host of a URL and the server that it names. */
  static final class HostAndServer implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) {
      return host(row) + " " + ((Map<?, ?>) row.get("metadata")).get("server");
    }

    private static String host(GenericRecord row) {
      return row.get("url").toString().replaceFirst("^http://([^/]*)/.*", "$1");
    }

    /** Returns the value for a row that Avro has read, whose maps do not find a String. */
    static String of(GenericRecord row) {
      return host(row) + " " + ((Map<?, ?>) row.get("metadata")).get(new Utf8("server"));
    }
  }

  /** Fails in the last split-directory. */
  static final class FailingFunction implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) throws IOException {
      if (row.get("url").toString().endsWith("page299")) {
        throw new IOException("as the test wants it");
      }
      return "text";
    }
  }

  /** Lists a column file for a split-directory that is none of the job's, as another user might. */
  static final class ListingElsewhere extends Configured implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) throws IOException {
      Path input = new Path(getConf().get("test.input"));
      FileSystem fs = input.getFileSystem(getConf());
      for (FileStatus derived : fs.globStatus(new Path(input, "_derived.*"))) {
        try (var out = fs.create(new Path(derived.getPath(), "part-m-99999"), true)) {
          out.writeBytes(getConf().get("test.list"));
        }
      }
      return "text";
    }
  }

  /** Gives a value that does not fit in one row. */
  static final class MisfitFunction extends Configured implements DerivedColumn.Function {
    @Override
    public Object apply(GenericRecord row) {
      return row.get("url").toString().endsWith("page299") ? 1.5 : getConf().get("test.text");
    }
  }

  @BeforeEach
  void write() throws IOException {
    conf.set("hadoop.tmp.dir", new File(folder, "tmp").toString());
    input = new Path(new File(folder, "in").toURI());
    fs = input.getFileSystem(conf);
    rows = Crawl.throughAvro(new File(folder, "crawl.avro"), Crawl.rows(300));
    Crawl.write(conf, input, rows, SPLITS);
  }

  private Job job(Class<? extends DerivedColumn.Function> function) throws IOException {
    Job job = Job.getInstance(conf);
    ColumnInputFormat.addInputPath(job, input);
    DerivedColumn.set(job, "url, metadata", "server", TEXT, function);
    return job;
  }

  /** The files of the input with their times, but for the schema files. */
  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    var found = fs.listFiles(input, true);
    while (found.hasNext()) {
      FileStatus file = found.next();
      String path = input.toUri().relativize(file.getPath().toUri()).getPath();
      if (!path.endsWith(SplitDirectories.SCHEMA_FILE)) {
        files.put(path, file.getModificationTime());
      }
    }
    return files;
  }

  private void expectColumn() throws IOException {
    Configuration read = new Configuration(conf);
    ScanOptions.setColumns(read, "server, fetchTime, metadata");
    List<IndexedRecord> found = Scans.read(read, input);
    assertEquals(rows.size(), found.size());
    for (int i = 0; i < found.size(); i++) {
      assertEquals(HostAndServer.of(rows.get(i)), found.get(i).get(0).toString());
      assertEquals(rows.get(i).get("fetchTime"), found.get(i).get(1));
    }
  }

  /** A data set of every second URL, each {@code times}, with a text. */
  private Path source(int times) throws IOException {
    Path source = new Path(new File(folder, "source " + times).toURI());
    CifSchema schema =
        CifSchema.of(List.of("URL", "server"), List.of(CifType.STRING, CifType.STRING));
    for (int part = 0; part < times; part++) {
      try (SplitWriter writer =
          SplitWriter.create(fs, new Path(source, "part-" + part), schema, WriteOptions.DEFAULT)) {
        for (int i = 0; i < rows.size(); i += 2) {
          ((BytesVector) writer.column(0)).append(rows.get(i).get("url").toString());
          ((BytesVector) writer.column(1)).append("server of " + i);
          writer.endRow();
        }
        writer.column(0).appendNull();
        writer.column(1).appendNull();
        writer.endRow();
      }
    }
    return source;
  }

  private Job byKey(Path source) throws IOException {
    Job job = Job.getInstance(conf);
    ColumnInputFormat.addInputPath(job, input);
    ValuesByKey.set(job, source, "url", "server", SchemaBuilder.nullable().stringType());
    return job;
  }

  @Test
  void valuesOfAnotherDataSet_byKey() throws Exception {
    Map<String, Long> before = files();
    assertTrue(byKey(source(1)).waitForCompletion(false));
    Configuration read = new Configuration(conf);
    ScanOptions.setColumns(read, "server");
    List<IndexedRecord> found = Scans.read(read, input);
    for (int i = 0; i < rows.size(); i++) {
      Object value = found.get(i).get(0);
      assertEquals(i % 2 == 0 ? "server of " + i : null, value == null ? null : value.toString());
    }
    Map<String, Long> after = files();
    assertEquals(before.size() + SPLITS, after.size());
    assertTrue(after.entrySet().containsAll(before.entrySet()));
  }

  @Test
  void aSourceWithAKeyTwice_addsNothing() throws Exception {
    Map<String, Long> before = files();
    assertFalse(byKey(source(2)).waitForCompletion(false));
    expectUntouched(before);
  }

  private void expectUntouched(Map<String, Long> before) throws IOException {
    assertEquals(before, files());
    assertEquals(rows, Scans.crawl(conf, input));
    Configuration read = new Configuration(conf);
    ScanOptions.setColumns(read, "server");
    assertThrows(CifException.class, () -> Scans.read(read, input));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void columnIsAddedAndNothingElseTouched(String kind) throws Exception {
    conf.set(ScanOptions.RECORD, kind);
    Map<String, Long> before = files();
    Job job = job(HostAndServer.class);
    assertTrue(job.waitForCompletion(false));
    expectColumn();
    assertEquals(rows, Scans.crawl(conf, input));
    Map<String, Long> after = files();
    for (int s = 0; s < SPLITS; s++) {
      assertTrue(after.remove("s" + s + "/6-server.col") > 0);
    }
    assertEquals(before, after, "other files were written or left");
    // Two of the five columns are opened: those that the function uses.
    assertEquals(
        2L * SPLITS,
        job.getCounters().findCounter(ScanCounters.TOTAL, ScanCounters.FILES_OPENED).getValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager"})
  void deletedRows_areInNoRecord_andTheOthersGetTheirValues(String kind) throws Exception {
    conf.set(ScanOptions.RECORD, kind);
    try (TableChange change =
            TableChange.begin(
                fs, input, TableChange.newId(), List.of(TableChange.ROWS), List.of());
        SplitReader split = SplitReader.open(fs, new Path(input, "s1"))) {
      SplitDelete delete = SplitDelete.of(split, List.of());
      int first = rows.size() / SPLITS;
      for (int row : new int[] {99, 50, 49, 0}) {
        delete.delete(row);
        rows.remove(first + row);
      }
      assertEquals(4, delete.addTo(fs, change));
      change.commit();
    }
    assertEquals(rows, Scans.crawl(conf, input));
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
  }

  private void describe(String owner) throws IOException {
    List<TableColumn> columns =
        DataSet.read(fs, input, ReadOptions.UNCACHED).columns().stream()
            .map(column -> new TableColumn(column.name(), column.type(), null, null))
            .toList();
    TableFiles.update(
        fs,
        input,
        before ->
            new TableDescription(1, owner, columns, null, List.of(), List.of(), null, Map.of()));
  }

  @Test
  void aTableFileGetsTheColumn_andLosesItIfTheJobFails() throws Exception {
    describe(null);
    assertFalse(job(FailingFunction.class).waitForCompletion(false));
    assertEquals(5, TableFiles.read(fs, input).columns().size());
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    List<TableColumn> columns = TableFiles.read(fs, input).columns();
    assertEquals("server", columns.get(columns.size() - 1).name());
    expectColumn();
    assertTrue(job(FailingFunction.class).waitForCompletion(false), "nothing is left to compute");
    expectColumn();
  }

  private List<String> servers() throws IOException {
    Configuration read = new Configuration(conf);
    ScanOptions.setColumns(read, "server");
    return Scans.read(read, input).stream().map(row -> String.valueOf(row.get(0))).toList();
  }

  @Test
  void ofATableFile_isOneChangeOfItsHistory_whichUndoTakesBack() throws Exception {
    describe(null);
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
    ChangeHistory.Entry change = ChangeHistory.of(fs, input).get(0);
    assertEquals(List.of("server"), change.columns());
    assertEquals(
        List.of((long) rows.size(), (long) SPLITS), List.of(change.rows(), (long) change.splits()));
    assertTrue(change.origin().program().startsWith("MapReduce "), change::toString);
    assertEquals(
        "derived column server of url, metadata by " + HostAndServer.class.getName(),
        change.origin().statement());
    ChangeUndo.newest(fs, input, ChangeOrigin.UNKNOWN, undone -> {});
    assertEquals(Set.of("null"), Set.copyOf(servers()));
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
    assertEquals(3, ChangeHistory.of(fs, input).size());
  }

  @Tag("nightly")
  @Test
  void ofATableFile_thatStopsWhilePublishing_isInNoSplitDirectory() throws Exception {
    describe(null);
    Path lock = new Path(input, "s1/_schema.cif.lock");
    fs.create(lock).close();
    assertFalse(job(HostAndServer.class).waitForCompletion(false));
    fs.delete(lock, false);
    assertEquals(rows, Scans.crawl(conf, input));
    assertEquals(List.of(), ChangeHistory.of(fs, input));
    assertEquals(5, TableFiles.read(fs, input).columns().size());
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
  }

  @Test
  void aTableOfAMetastoreThatLacksTheColumn_isRefused() throws Exception {
    describe("d.t");
    CifException e =
        assertThrows(CifException.class, () -> job(HostAndServer.class).waitForCompletion(false));
    assertTrue(e.getMessage().contains("ALTER TABLE ... ADD COLUMNS of d.t"), e.getMessage());
    assertEquals(5, TableFiles.read(fs, input).columns().size());
  }

  @Test
  void secondRunDoesNothing() throws Exception {
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    Map<String, Long> before = files();
    Job again = job(FailingFunction.class);
    assertTrue(again.waitForCompletion(false), "there is nothing to compute");
    assertEquals(before, files());
    expectColumn();
  }

  @Test
  void splitDirectoriesOfOneTaskAndEmptyOnesGetTheColumn() throws Exception {
    Scans.write(new Path(input, "s9"), Crawl.SCHEMA, List.of());
    Job job = job(HostAndServer.class);
    ColumnInputFormat.setSplitSize(job, Long.MAX_VALUE);
    assertTrue(job.waitForCompletion(false));
    expectColumn();
    try (SplitReader reader = SplitReader.open(fs, new Path(input, "s9"))) {
      assertEquals(5, reader.schema().indexOf("server"));
    }
  }

  @Test
  void scanThatHasBegunGoesOn() throws Exception {
    Configuration read = new Configuration(conf);
    ScanOptions.setColumns(read, "url");
    List<ColumnSplit> splits = ColumnSplit.plan(read, new Path[] {input});
    try (ColumnScan scan = ColumnScan.open(read, splits.get(0), (group, name, n) -> {})) {
      Record row = (Record) scan.newRecord();
      assertTrue(scan.next(row));
      assertTrue(job(HostAndServer.class).waitForCompletion(false));
      for (int i = 0; i < 100; i++) {
        assertEquals(rows.get(i).get("url"), row.get("url"));
        assertEquals(i < 99, scan.next(row));
      }
    }
  }

  @Test
  void jobThatFailsLeavesNothing() throws Exception {
    Map<String, Long> before = files();
    assertFalse(job(FailingFunction.class).waitForCompletion(false));
    expectUntouched(before);
    conf.set("test.text", "text");
    assertFalse(job(MisfitFunction.class).waitForCompletion(false));
    expectUntouched(before);
    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
  }

  @Tag("nightly")
  @Test
  void listOfASplitDirectoryOutsideOfTheInput_publishesNothing() throws Exception {
    Path other = new Path(new File(folder, "other").toURI());
    Crawl.write(conf, other, rows, 1);
    AddedColumn theirs;
    try (SplitReader split = SplitReader.open(fs, new Path(other, "s0"));
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs, split, "server", CifType.STRING, ColumnOptions.DEFAULT, List.of(), "x")) {
      for (long i = 0; i < split.rows(); i++) {
        writer.vector().appendNull();
        writer.endRow();
      }
      theirs = writer.finish();
    }
    Map<String, Long> before = files();
    conf.set("test.input", input.toString());
    conf.set("test.list", theirs.toJson() + "\n");
    assertFalse(job(ListingElsewhere.class).waitForCompletion(false));
    expectUntouched(before);
    try (SplitReader split = SplitReader.open(fs, new Path(other, "s0"))) {
      assertEquals(-1, split.schema().indexOf("server"));
    }
  }

  @Test
  void jobThatStopsWhilePublishingIsCompletedByTheNext() throws Exception {
    // The lock stands for another process that adds a column there, for longer than the job waits.
    Path lock = new Path(input, "s1/_schema.cif.lock");
    fs.create(lock).close();
    assertFalse(job(HostAndServer.class).waitForCompletion(false));
    try (SplitReader reader = SplitReader.open(fs, lock.getParent())) {
      assertEquals(-1, reader.schema().indexOf("server"));
    }
    assertEquals(rows, Scans.crawl(conf, input));
    fs.delete(lock, false);
    assertFalse(files().keySet().stream().anyMatch(f -> f.contains("/_")), "files are left");

    assertTrue(job(HostAndServer.class).waitForCompletion(false));
    expectColumn();
  }

  @Test
  void badSettingsAreRefusedWhenTheJobIsSubmitted() throws Exception {
    Map<String, Long> before = files();
    Job unknown = job(HostAndServer.class);
    ColumnInputFormat.setColumns(unknown, "uri");
    assertTrue(assertThrows(CifException.class, unknown::submit).getMessage().contains("[uri]"));

    Job filtered = job(HostAndServer.class);
    ColumnInputFormat.setPredicate(filtered, Predicate.isNull("url"), true);
    assertThrows(CifException.class, filtered::submit);

    Job taken = job(HostAndServer.class);
    taken.getConfiguration().set(DerivedColumn.NAME, "fetchtime");
    CifException e = assertThrows(CifException.class, taken::submit);
    assertTrue(e.getMessage().contains("bigint") && e.getMessage().contains("string"));

    Job layout = job(HostAndServer.class);
    layout.getConfiguration().set("cif.layout.server", "dcsl");
    assertThrows(CifException.class, layout::submit);

    Job missing = job(HostAndServer.class);
    missing.getConfiguration().set(DerivedColumn.FUNCTION, "no.such.Function");
    e = assertThrows(CifException.class, missing::submit);
    assertTrue(e.getMessage().contains("no.such.Function"), e.getMessage());
    expectUntouched(before);
  }
}
