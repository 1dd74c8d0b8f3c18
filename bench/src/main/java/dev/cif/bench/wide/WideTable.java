package dev.cif.bench.wide;

import dev.cif.format.options.ColumnGroups;
import dev.cif.format.options.ReadOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Snapshot;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Table of many {@code bigint} columns in one format. */
enum WideTable {
  CIF {
    @Override
    void write(Path path, int columns, String name, int rows, int group, Runnable beforeClose)
        throws IOException {
      List<String> names = IntStream.range(0, columns).mapToObj(i -> name + i).toList();
      CifSchema schema = CifSchema.of(names, Collections.nCopies(columns, CifType.BIGINT));
      WriteOptions options =
          WriteOptions.DEFAULT.withColumnGroups(ColumnGroups.of("all").withSize(group));
      try (SplitWriter writer = SplitWriter.create(fileSystem(), path, schema, options)) {
        for (int row = 0; row < rows; row++) {
          for (int c = 0; c < columns; c++) {
            ((LongVector) writer.column(c)).append(value(row, c));
          }
          writer.endRow();
        }
        beforeClose.run();
      }
    }

    @Override
    long sum(Path path, String name, int[] columns) throws IOException {
      long sum = 0;
      List<String> wanted = Arrays.stream(columns).mapToObj(column -> name + column).toList();
      TableColumns table = TableColumns.STORED.only(wanted);
      try (SplitReader reader =
          SplitReader.open(fileSystem(), path, ReadOptions.DEFAULT, Snapshot.LATEST, table)) {
        for (int column : columns) {
          ColumnReader values = reader.column(name + column);
          LongVector vector = (LongVector) ColumnVector.create(values.type());
          values.read(0, (int) reader.rows(), vector);
          for (int i = 0; i < vector.size(); i++) {
            sum += vector.values[i];
          }
        }
      }
      return sum;
    }
  },

  ORC {
    @Override
    void write(Path path, int columns, String name, int rows, int group, Runnable beforeClose)
        throws IOException {
      TypeDescription schema = TypeDescription.createStruct();
      for (int c = 0; c < columns; c++) {
        schema.addField(name + c, TypeDescription.createLong());
      }
      try (Writer writer =
          OrcFile.createWriter(
              path, OrcFile.writerOptions(new Configuration()).setSchema(schema))) {
        VectorizedRowBatch batch = schema.createRowBatch();
        for (int row = 0; row < rows; row++) {
          int at = batch.size++;
          for (int c = 0; c < columns; c++) {
            ((LongColumnVector) batch.cols[c]).vector[at] = value(row, c);
          }
          if (batch.size == batch.getMaxSize() || row == rows - 1) {
            writer.addRowBatch(batch);
            batch.reset();
          }
        }
        beforeClose.run();
      }
    }

    @Override
    long sum(Path path, String name, int[] columns) throws IOException {
      long sum = 0;
      try (Reader reader = OrcFile.createReader(path, OrcFile.readerOptions(new Configuration()))) {
        boolean[] wanted = new boolean[reader.getSchema().getMaximumId() + 1];
        wanted[0] = true;
        for (int column : columns) {
          wanted[column + 1] = true;
        }
        VectorizedRowBatch batch = reader.getSchema().createRowBatch();
        try (RecordReader rows = reader.rows(reader.options().include(wanted))) {
          while (rows.nextBatch(batch)) {
            for (int column : columns) {
              LongColumnVector values = (LongColumnVector) batch.cols[column];
              for (int i = 0; i < batch.size; i++) {
                sum += values.vector[values.isRepeating ? 0 : i];
              }
            }
          }
        }
      }
      return sum;
    }
  },

  PARQUET {
    @Override
    void write(Path path, int columns, String name, int rows, int group, Runnable beforeClose)
        throws IOException {
      MessageType schema = schema(name, IntStream.range(0, columns).toArray());
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(path).withType(schema).build()) {
        for (int row = 0; row < rows; row++) {
          Group values = new SimpleGroup(schema);
          for (int c = 0; c < columns; c++) {
            values.add(c, value(row, c));
          }
          writer.write(values);
        }
        beforeClose.run();
      }
    }

    @Override
    long sum(Path path, String name, int[] columns) throws IOException {
      Configuration conf = new Configuration();
      conf.set(ReadSupport.PARQUET_READ_SCHEMA, schema(name, columns).toString());
      long sum = 0;
      try (ParquetReader<Group> reader =
          ParquetReader.builder(new GroupReadSupport(), path).withConf(conf).build()) {
        for (Group row = reader.read(); row != null; row = reader.read()) {
          for (int i = 0; i < columns.length; i++) {
            sum += row.getLong(i, 0);
          }
        }
      }
      return sum;
    }

    private MessageType schema(String name, int[] columns) {
      Types.MessageTypeBuilder schema = Types.buildMessage();
      for (int column : columns) {
        schema.optional(PrimitiveTypeName.INT64).named(name + column);
      }
      return schema.named("wide");
    }
  };

  /**
   * Writes the table.
   *
   * @param name prefix of its columns' names, before their number
   * @param group number of columns of a group file; for CIF only
   * @param beforeClose task that runs after the last row
   */
  abstract void write(
      Path path, int columns, String name, int rows, int group, Runnable beforeClose)
      throws IOException;

  /** Opens the table, and returns the sum of all values of some columns. */
  abstract long sum(Path path, String name, int[] columns) throws IOException;

  static FileSystem fileSystem() throws IOException {
    return FileSystem.getLocal(new Configuration());
  }

  /** Returns the value of a row in a column. */
  static long value(int row, int column) {
    return 31L * row + column;
  }
}
