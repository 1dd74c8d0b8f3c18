package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import dev.cif.cli.load.Inputs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.util.Utf8;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings of binary formats that are no UTF-8: a first column of text, a second of bytes. */
class TextCheckTest {
  private static final byte[][] TEXTS = {
    "good \u00e4".getBytes(StandardCharsets.UTF_8),
    "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1)
  };

  @TempDir Path folder;
  private int tables;

  private Path write(String format) throws Exception {
    Path file = folder.resolve("in." + format);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    switch (format) {
      case "parquet":
        MessageType type =
            MessageTypeParser.parseMessageType(
                "message m { required binary a (STRING); required binary b; }");
        try (ParquetWriter<Group> out = ExampleParquetWriter.builder(path).withType(type).build()) {
          for (byte[] text : TEXTS) {
            Binary value = Binary.fromConstantByteArray(text);
            out.write(new SimpleGroup(type).append("a", value).append("b", value));
          }
        }
        return file;
      case "orc":
        TypeDescription struct = TypeDescription.fromString("struct<a:string,b:binary>");
        OrcFile.WriterOptions options = OrcFile.writerOptions(new Configuration());
        try (Writer out = OrcFile.createWriter(path, options.setSchema(struct))) {
          VectorizedRowBatch batch = struct.createRowBatch();
          for (byte[] text : TEXTS) {
            ((BytesColumnVector) batch.cols[0]).setVal(batch.size, text);
            ((BytesColumnVector) batch.cols[1]).setVal(batch.size++, text);
          }
          out.addRowBatch(batch);
        }
        return file;
      case "avro":
        String string = "{\"type\":\"string\",\"logicalType\":\"varchar\",\"maxLength\":7}";
        String fields = "[{\"name\":\"a\",\"type\":%s},{\"name\":\"b\",\"type\":\"bytes\"}]";
        Schema schema =
            new Schema.Parser()
                .parse(
                    "{\"type\":\"record\",\"name\":\"R\",\"fields\":"
                        + fields.formatted(string)
                        + "}");
        try (DataFileWriter<GenericData.Record> out =
            new DataFileWriter<GenericData.Record>(new GenericDatumWriter<>(schema))
                .create(schema, file.toFile())) {
          for (byte[] text : TEXTS) {
            GenericData.Record record = new GenericData.Record(schema);
            record.put(0, new Utf8(text));
            record.put(1, java.nio.ByteBuffer.wrap(text));
            out.append(record);
          }
        }
        return file;
      default:
        return Inputs.sequence(
            file,
            CompressionType.NONE,
            null,
            TEXTS.length,
            i -> new Text(TEXTS[i]),
            i -> new BytesWritable(TEXTS[i]));
    }
  }

  private Object[] command(String format, Path file, String... more) {
    Object[] words = {"load", "--from", format, file, "--to", folder.resolve("table" + ++tables)};
    return Stream.of(words, more).flatMap(Stream::of).toArray();
  }

  private String rows(Object... command) {
    Run.good(command);
    return Run.good("cat", command[5]).out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro", "seq"})
  void load_stringThatIsNoUtf8_isRefusedReplacedOrNullAndBytesStay(String format) throws Exception {
    Path file = write(format);
    String column = format.equals("seq") ? "key" : "a";
    String error = Run.bad(1, command(format, file));
    assertTrue(error.contains("in." + format + ", row 2: column '" + column + "'"), error);
    assertTrue(error.contains("'caf\ufffd' is no text in UTF-8"), error);
    String expected =
        "{\"a\":\"good \u00e4\",\"b\":\"Z29vZCDDpA==\"}\n{\"a\":%s,\"b\":\"Y2Fm6Q==\"}\n";
    if (format.equals("seq")) {
      expected = expected.replace("\"a\"", "\"key\"").replace("\"b\"", "\"value\"");
    }
    assertEquals(
        expected.formatted("\"caf\ufffd\""),
        rows(command(format, file, "--option", "on-bad-text=replace")));
    assertEquals(
        expected.formatted("null"), rows(command(format, file, "--option", "on-bad-text=null")));
  }

  @Test
  void load_nestedStringThatIsNoUtf8_isFoundAndAKeyCannotBeNull() throws Exception {
    MapWritable map = new MapWritable();
    map.put(new Text("k"), new Text(TEXTS[1]));
    Path file =
        Inputs.sequence(
            folder.resolve("in.seq"), CompressionType.NONE, null, 1, i -> map, i -> new Text("v"));
    String error = Run.bad(1, command("seq", file));
    assertTrue(error.contains("row 1: column 'key': 'caf\ufffd' is no text"), error);
    assertEquals(
        "{\"key\":{\"k\":null},\"value\":\"v\"}\n",
        rows(command("seq", file, "--option", "on-bad-text=null")));
    map.put(new Text(TEXTS[1]), new Text("v"));
    Inputs.sequence(file, CompressionType.NONE, null, 1, i -> map, i -> new Text("v"));
    String key = Run.bad(1, command("seq", file, "--option", "on-bad-text=null"));
    assertTrue(key.contains("the key of a map"), key);
  }

  @Test
  void load_delimitedTextThatIsNoUtf8_isRefusedOrReadByItsCharset() throws Exception {
    Path file =
        Inputs.sequence(
            folder.resolve("in.seq"),
            CompressionType.NONE,
            null,
            1,
            i -> new Text("k"),
            i -> new Text(TEXTS[1]));
    String error = Run.bad(1, command("seq", file, "--schema", "a string"));
    assertTrue(error.contains("record 1: column 'a': 'caf\ufffd' is no text"), error);
    assertEquals(
        "{\"a\":\"caf\u00e9\"}\n",
        rows(command("seq", file, "--schema", "a string", "--option", "charset=ISO-8859-1")));
  }
}
