package dev.cif.cli.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files to load, of rows with a number and a text, in many small pieces. */
public final class Inputs {
  private Inputs() {}

  /** The text of a row; the same for the same number. */
  public static String text(int row) {
    Random random = new Random(row);
    StringBuilder text = new StringBuilder("\u00e4");
    for (int k = random.nextInt(40); k > 0; k--) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  /** Writes a file of a format, with rows of these numbers. */
  public static Path write(String format, Path file, int from, int rows) throws IOException {
    switch (format) {
      case "avro":
        return avro(file, from, rows);
      case "orc":
        return orc(file, from, rows);
      case "parquet":
        return parquet(file, from, rows);
      case "csv":
        return lines(file, from, rows, i -> i + "," + text(i));
      case "jsonl":
        return lines(file, from, rows, i -> "{\"id\":" + i + ",\"text\":\"" + text(i) + "\"}");
      default:
        throw new IllegalArgumentException(format);
    }
  }

  private static Path lines(Path file, int from, int rows, IntFunction<String> line)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < from + rows; i++) {
      // All three kinds of line ends.
      text.append(line.apply(i)).append(new String[] {"\n", "\r\n", "\r"}[i % 3]);
    }
    return Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Path avro(Path file, int from, int rows) throws IOException {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type":"record","name":"R","fields":[
                  {"name":"id","type":"int"},{"name":"text","type":"string"}]}
                """);
    try (DataFileWriter<GenericData.Record> out =
        new DataFileWriter<GenericData.Record>(new GenericDatumWriter<>(schema))
            .setSyncInterval(300)
            .create(schema, file.toFile())) {
      for (int i = from; i < from + rows; i++) {
        GenericData.Record record = new GenericData.Record(schema);
        record.put(0, i);
        record.put(1, text(i));
        out.append(record);
      }
    }
    return file;
  }

  private static Path orc(Path file, int from, int rows) throws IOException {
    TypeDescription type = TypeDescription.fromString("struct<id:int,text:string>");
    Configuration conf = new Configuration();
    conf.setInt("orc.stripe.row.count", 150);
    conf.setInt("orc.rows.between.memory.checks", 50);
    try (Writer out =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(conf).setSchema(type).stripeSize(2000))) {
      VectorizedRowBatch batch = type.createRowBatch(50);
      for (int i = from; i < from + rows; i++) {
        ((LongColumnVector) batch.cols[0]).vector[batch.size] = i;
        byte[] text = text(i).getBytes(StandardCharsets.UTF_8);
        ((BytesColumnVector) batch.cols[1]).setVal(batch.size++, text);
        if (batch.size == batch.getMaxSize()) {
          out.addRowBatch(batch);
          batch.reset();
        }
      }
      out.addRowBatch(batch);
    }
    return file;
  }

  private static Path parquet(Path file, int from, int rows) throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 id; optional binary text (STRING); }");
    try (ParquetWriter<Group> out =
        ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
            .withType(type)
            .withRowGroupSize(4000L)
            .build()) {
      for (int i = from; i < from + rows; i++) {
        Group group = new SimpleGroup(type);
        group.add("id", i);
        group.add("text", text(i));
        out.write(group);
      }
    }
    return file;
  }

  /** Writes a SequenceFile. */
  public static Path sequence(
      Path file,
      SequenceFile.CompressionType compression,
      CompressionCodec codec,
      int rows,
      IntFunction<Writable> key,
      IntFunction<Writable> value)
      throws IOException {
    Configuration conf = new Configuration();
    conf.setInt("io.seqfile.compress.blocksize", 1000);
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(key.apply(0).getClass()),
            SequenceFile.Writer.valueClass(value.apply(0).getClass()),
            SequenceFile.Writer.syncInterval(200),
            SequenceFile.Writer.compression(compression, codec))) {
      for (int i = 0; i < rows; i++) {
        out.append(key.apply(i), value.apply(i));
      }
    }
    return file;
  }
}
