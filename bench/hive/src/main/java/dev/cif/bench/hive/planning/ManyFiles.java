package dev.cif.bench.hive.planning;

import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Two tables of the same rows, CIF and ORC, whose files are copies of one. */
final class ManyFiles {
  static final List<String> COLUMNS = List.of("id", "url", "size", "host");
  static final List<String> TYPES = List.of("bigint", "string", "int", "string");
  private static final int ROWS = 100;

  private final FileSystem fs;
  private final Path root;
  private final int count;

  ManyFiles(FileSystem fs, Path root, int count) {
    this.fs = fs;
    this.root = root;
    this.count = count;
  }

  Path cif() {
    return new Path(root, "cif");
  }

  Path orc() {
    return new Path(root, "orc");
  }

  /** Writes both tables. */
  void write() throws IOException {
    copySplit(writeCif(new Path(root, "one/split")));
    copyFile(writeOrc(new Path(root, "one/rows.orc")));
  }

  private Path writeCif(Path split) throws IOException {
    List<CifType> types = TYPES.stream().map(CifType::parse).toList();
    CifSchema schema = CifSchema.of(COLUMNS, types);
    try (SplitWriter writer = SplitWriter.create(fs, split, schema, WriteOptions.DEFAULT)) {
      for (int row = 0; row < ROWS; row++) {
        for (int c = 0; c < COLUMNS.size(); c++) {
          if (writer.column(c) instanceof LongVector numbers) {
            numbers.append(row);
          } else {
            byte[] text = text(row, c);
            ((BytesVector) writer.column(c)).append(text, 0, text.length);
          }
        }
        writer.endRow();
      }
    }
    return split;
  }

  private Path writeOrc(Path file) throws IOException {
    TypeDescription schema = TypeDescription.createStruct();
    for (int c = 0; c < COLUMNS.size(); c++) {
      schema.addField(COLUMNS.get(c), TypeDescription.fromString(TYPES.get(c)));
    }
    VectorizedRowBatch batch = schema.createRowBatch(ROWS);
    for (int row = 0; row < ROWS; row++) {
      for (int c = 0; c < COLUMNS.size(); c++) {
        if (batch.cols[c] instanceof LongColumnVector numbers) {
          numbers.vector[row] = row;
        } else {
          ((BytesColumnVector) batch.cols[c]).setVal(row, text(row, c));
        }
      }
    }
    batch.size = ROWS;
    OrcFile.WriterOptions options = OrcFile.writerOptions(fs.getConf()).setSchema(schema);
    try (Writer writer = OrcFile.createWriter(file, options.fileSystem(fs))) {
      writer.addRowBatch(batch);
    }
    return file;
  }

  private static byte[] text(int row, int column) {
    return ("text " + row * (column + 7919)).getBytes(StandardCharsets.UTF_8);
  }

  private static final class File {
    final String name;
    final byte[] bytes;

    File(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    void write(FileSystem fs, Path folder) throws IOException {
      try (OutputStream out = fs.create(new Path(folder, name))) {
        out.write(bytes);
      }
    }
  }

  private File read(Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return new File(path.getName(), in.readAllBytes());
    }
  }

  private void copySplit(Path split) throws IOException {
    List<File> columns = new ArrayList<>();
    for (FileStatus status : fs.listStatus(split)) {
      columns.add(read(status.getPath()));
    }
    File schema = read(new Path(split, SplitDirectories.SCHEMA_FILE));
    columns.removeIf(file -> file.name.equals(schema.name));
    copies(
        name -> {
          Path folder = new Path(cif(), name);
          for (File column : columns) {
            column.write(fs, folder);
          }
          schema.write(fs, folder);
        });
  }

  private void copyFile(Path file) throws IOException {
    byte[] bytes = read(file).bytes;
    copies(name -> new File(name, bytes).write(fs, orc()));
  }

  private interface Copy {
    void to(String name) throws IOException;
  }

  /** Creates copies, several at a time, under the names of Hive's tasks. */
  private void copies(Copy copy) throws IOException {
    Planner.visit(
        IntStream.range(0, count).boxed().toList(),
        i -> {
          copy.to(String.format("%06d_0", i));
          return i;
        });
  }
}
