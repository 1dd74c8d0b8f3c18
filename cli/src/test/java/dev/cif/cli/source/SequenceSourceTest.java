package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.cli.command.Run;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SequenceSourceTest {
  @TempDir Path folder;
  private CompressionType compression = CompressionType.NONE;
  private Class<? extends CompressionCodec> codec = DefaultCodec.class;

  private Path write(int rows, IntFunction<Writable> key, IntFunction<Writable> value)
      throws Exception {
    Path file = folder.resolve("in.seq");
    Configuration conf = new Configuration();
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(key.apply(0).getClass()),
            SequenceFile.Writer.valueClass(value.apply(0).getClass()),
            SequenceFile.Writer.compression(
                compression, ReflectionUtils.newInstance(codec, conf)))) {
      for (int i = 0; i < rows; i++) {
        out.append(key.apply(i), value.apply(i));
      }
    }
    return file;
  }

  private String load(Path file, Object... more) {
    Path table = folder.resolve("table");
    Object[] words = {"load", "--from", "seq", file, "--to", table};
    Run.good(Stream.of(words, more).flatMap(Stream::of).toArray());
    return Run.good("cat", table).out();
  }

  private String error(Path file, Object... more) {
    Object[] words = {"load", "--from", "seq", file, "--to", folder.resolve("table")};
    String error = Run.bad(1, Stream.of(words, more).flatMap(Stream::of).toArray());
    assertFalse(Files.exists(folder.resolve("table/split-00000")));
    return error;
  }

  static List<Arguments> writables() {
    MapWritable map = new MapWritable();
    map.put(new Text("k"), new IntWritable(-7));
    map.put(new IntWritable(12), NullWritable.get());
    map.put(new Text("b"), new BooleanWritable(true));
    return List.of(
        Arguments.of(new Text("\u00e4 text"), "\"\u00e4 text\"", "string"),
        Arguments.of(new BytesWritable(new byte[] {0, -1, 7}), "\"AP8H\"", "binary"),
        Arguments.of(new BooleanWritable(true), "true", "boolean"),
        Arguments.of(new ByteWritable((byte) -128), "-128", "tinyint"),
        Arguments.of(new ShortWritable((short) -32768), "-32768", "smallint"),
        Arguments.of(new IntWritable(Integer.MIN_VALUE), "-2147483648", "int"),
        Arguments.of(new VIntWritable(Integer.MAX_VALUE), "2147483647", "int"),
        Arguments.of(new LongWritable(Long.MIN_VALUE), "-9223372036854775808", "bigint"),
        Arguments.of(new VLongWritable(Long.MAX_VALUE), "9223372036854775807", "bigint"),
        Arguments.of(new FloatWritable(1.5f), "1.5", "float"),
        Arguments.of(new DoubleWritable(-0.1), "-0.1", "double"),
        Arguments.of(map, "{\"12\":null,\"b\":\"true\",\"k\":\"-7\"}", "map<string,string>"));
  }

  @ParameterizedTest
  @MethodSource("writables")
  void load_writable_isAColumnOfItsType(Writable value, String json, String type) throws Exception {
    Path file = write(3, i -> value, i -> value);
    assertEquals(("{\"key\":" + json + ",\"value\":" + json + "}\n").repeat(3), load(file));
    var columns =
        Run.JSON.readTree(Run.good("meta", "--json", folder.resolve("table")).out()).get("columns");
    assertEquals(List.of(type, type), columns.findValuesAsText("type"));
  }

  @Test
  void load_nullWritable_isNoColumn() throws Exception {
    String error = error(write(2, i -> NullWritable.get(), i -> NullWritable.get()));
    assertTrue(error.contains("in.seq: key and value are NullWritable"), error);
    assertEquals(
        "{\"value\":0}\n{\"value\":1}\n",
        load(write(2, i -> NullWritable.get(), IntWritable::new)));
  }

  static List<Arguments> codecs() {
    return Stream.of(CompressionType.RECORD, CompressionType.BLOCK)
        .flatMap(
            t ->
                Stream.of(DefaultCodec.class, BZip2Codec.class, SnappyCodec.class)
                    .map(c -> Arguments.of(t, c)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void load_compressedRecordsAndBlocks_areUnpacked(
      CompressionType type, Class<? extends CompressionCodec> with) throws Exception {
    compression = type;
    codec = with;
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      expected.append("{\"key\":").append(i).append(",\"value\":\"text " + i + "\"}\n");
    }
    assertEquals(
        expected.toString(), load(write(50, LongWritable::new, i -> new Text("text " + i))));
  }

  @Test
  void load_schema_parsesValuesAsCsv() throws Exception {
    String[] values = {"1|\"a|b\"|{\"k\":2}", "|-|", "3||{}"};
    Path file = write(3, LongWritable::new, i -> new Text(values[i]));
    Object[] options = {
      "--schema",
      "a int, b string, m map<string,int>",
      "--option",
      "delimiter=|",
      "--option",
      "quote=none",
      "--option",
      "null=-"
    };
    String error = error(file, options);
    assertTrue(error.contains("in.seq, record 1: 4 fields, but 3 are expected"), error);
    String[] mended = {"1|ab|{\"k\":2}", "|-|", "3||{}"};
    file = write(3, LongWritable::new, i -> new Text(mended[i]));
    assertEquals(
        """
        {"a":1,"b":"ab","m":{"k":2}}
        {"a":null,"b":null,"m":null}
        {"a":3,"b":"","m":{}}
        """,
        load(file, options));
  }

  @Test
  void load_schemaThatDoesNotFit_isAnErrorWithRecordAndColumn() throws Exception {
    Path file = write(2, LongWritable::new, i -> new Text(i == 0 ? "1" : "x"));
    String error = error(file, "--schema", "a int");
    assertTrue(error.contains("in.seq, record 2: column 'a': 'x' is no int"), error);
    error = error(write(2, LongWritable::new, IntWritable::new), "--schema", "a int");
    assertTrue(error.contains("IntWritable; --schema is for values of class"), error);
    error = Run.bad(2, "load", "--from", "seq", file, "--to", "x", "--option", "delimiter=|");
    assertTrue(error.contains("give its columns by --schema"), error);
  }

  @Test
  void load_otherClass_isNamed() throws Exception {
    String error = error(write(1, LongWritable::new, i -> MD5Hash.digest("x")));
    assertTrue(
        error.contains("in.seq: the value is of class org.apache.hadoop.io.MD5Hash; those that"),
        error);
    MapWritable map = new MapWritable();
    map.put(new Text("k"), new MapWritable());
    error = error(write(1, LongWritable::new, i -> map));
    assertTrue(error.contains("record 1: a map holds a org.apache.hadoop.io.MapWritable"), error);
  }

  @Test
  void load_brokenFile_isAnErrorNamingIt() throws Exception {
    compression = CompressionType.RECORD;
    codec = BZip2Codec.class;
    Path file = write(20, LongWritable::new, i -> new Text("text " + i));
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(folder.resolve(".in.seq.crc"));
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 10));
    String error = error(file);
    assertTrue(error.contains("in.seq, record 20: "), error);
    String text =
        new String(bytes, StandardCharsets.ISO_8859_1).replace("BZip2Codec", "BZip3Codec");
    Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
    error = error(file);
    assertTrue(error.contains("in.seq: ") && error.contains("BZip3Codec"), error);
    Files.writeString(file, "no such file");
    error = error(file);
    assertTrue(error.contains("in.seq") && error.contains("not a SequenceFile"), error);
  }
}
