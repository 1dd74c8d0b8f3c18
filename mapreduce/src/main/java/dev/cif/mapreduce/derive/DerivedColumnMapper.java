package dev.cif.mapreduce.derive;

import dev.cif.format.commit.AddedColumnWriter;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.mapreduce.avro.AvroColumnWriter;
import dev.cif.mapreduce.scan.ColumnScan;
import dev.cif.mapreduce.scan.ColumnSplit;
import dev.cif.mapreduce.scan.RowPlace;
import dev.cif.mapreduce.scan.ScanCounters;
import dev.cif.mapreduce.scan.ScanOptions;
import java.io.IOException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Writes the column file of a split-directory, and emits the description by which it is published.
 */
final class DerivedColumnMapper extends Mapper<NullWritable, ColumnSplit, NullWritable, Text> {
  private static final int ROWS_PER_REPORT = 1024;

  private final AvroColumnWriter values = new AvroColumnWriter(GenericData.get());
  private DerivedColumn column;
  private DerivedColumn.Function function;

  @Override
  protected void setup(Context context) throws IOException {
    column = DerivedColumn.from(context.getConfiguration());
    function = DerivedColumn.function(context.getConfiguration());
  }

  @Override
  protected void map(NullWritable key, ColumnSplit split, Context context)
      throws IOException, InterruptedException {
    Configuration job = context.getConfiguration();
    Path directory = split.directories().get(0);
    FileSystem fs = directory.getFileSystem(job);
    ScanCounters.Sink counters = (group, name, n) -> context.getCounter(group, name).increment(n);
    ColumnSplit.Part part = split.parts().get(0);
    try (SplitReader reader =
            SplitReader.open(fs, directory, ReadOptions.DEFAULT, part.snapshot(), part.columns());
        AddedColumnWriter writer =
            AddedColumnWriter.create(
                fs,
                reader,
                column.name(),
                column.type(),
                column.options(),
                new ScanOptions(job).columns(),
                context.getJobID().toString());
        ColumnScan scan = ColumnScan.open(job, split, counters)) {
      IndexedRecord row = scan.newRecord();
      while (scan.next(row)) {
        append((GenericRecord) row, scan.place(), writer);
        if (scan.position() % ROWS_PER_REPORT == 0) {
          context.progress();
        }
      }
      context.write(key, new Text(writer.finish().toJson()));
    }
  }

  private void append(GenericRecord row, RowPlace place, AddedColumnWriter writer)
      throws IOException {
    writer.passDeleted(place.row());
    try {
      values.append(function.apply(row), column.schema(), writer.vector());
    } catch (AvroTypeException e) {
      throw CifException.at(
          place.directory(), column.name(), -1, "row " + place.row() + ": " + e.getMessage(), e);
    }
    writer.endRow();
  }
}
