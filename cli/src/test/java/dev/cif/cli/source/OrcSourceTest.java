package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cif.cli.command.Run;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrcSourceTest {
  @TempDir Path folder;

  private interface Row {
    void fill(VectorizedRowBatch batch, int row, int number);
  }

  private Path write(String schema, int rows, Row filler) throws Exception {
    return write(schema, rows, CompressionKind.ZLIB, filler);
  }

  private Path write(String schema, int rows, CompressionKind codec, Row filler) throws Exception {
    Path file = folder.resolve("in.orc");
    TypeDescription type = TypeDescription.fromString(schema);
    Configuration conf = new Configuration();
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(conf)
                .setSchema(type)
                .compress(codec)
                .useUTCTimestamp(true)
                .setProlepticGregorian(true))) {
      VectorizedRowBatch batch = type.createRowBatch();
      for (int i = 0; i < rows; i++) {
        filler.fill(batch, batch.size++, i);
        if (batch.size == batch.getMaxSize()) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
      writer.addRowBatch(batch);
    }
    return file;
  }

  private static void nullAt(ColumnVector vector, int row) {
    vector.noNulls = false;
    vector.isNull[row] = true;
  }

  private static void text(ColumnVector vector, int row, String text) {
    ((BytesColumnVector) vector).setVal(row, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void load_compressedBlocksOverWhichOrcNeverEnds_isAnErrorThatNamesTheFile() throws Exception {
    String columns =
        IntStream.range(0, 60).mapToObj(i -> "c" + i + ":string").collect(Collectors.joining(","));
    Path file =
        write(
            "struct<" + columns + ">",
            1,
            (batch, row, i) -> {
              for (ColumnVector column : batch.cols) {
                nullAt(column, row);
              }
            });
    byte[] bytes = Files.readAllBytes(file);
    // The post script says that a block has 1,000 bytes, which the unpacked footer fills.
    int at = bytes.length - 1 - bytes[bytes.length - 1];
    while (bytes[at] != 0x18) {
      at++;
    }
    bytes[at + 1] = (byte) 0xe8;
    bytes[at + 2] = (byte) 0x87;
    bytes[at + 3] = 0;
    // Hadoop keeps checksums beside the file that it wrote.
    Path changed = Files.write(folder.resolve("changed.orc"), bytes);
    String error =
        Run.bad(
            1,
            "load",
            "--from",
            "orc",
            changed,
            "--to",
            folder.resolve("table"),
            "--option",
            "stall-seconds=1");
    assertTrue(error.contains("changed.orc: its reader has computed for 1 s without a row"), error);
  }

  @Test
  void load_randomRows_areWhatOrcsOwnReaderGives() throws Exception {
    Random random = new Random(3);
    Path file =
        write(
            "struct<l:bigint,d:double,s:string,a:array<bigint>>",
            5000,
            (batch, row, i) -> {
              ((LongColumnVector) batch.cols[0]).vector[row] = random.nextLong();
              ((DoubleColumnVector) batch.cols[1]).vector[row] = random.nextGaussian();
              text(batch.cols[2], row, "s" + random.nextInt(100));
              ListColumnVector list = (ListColumnVector) batch.cols[3];
              list.offsets[row] = list.childCount;
              list.lengths[row] = random.nextInt(4);
              list.childCount += (int) list.lengths[row];
              list.child.ensureSize(list.childCount, true);
              for (int k = (int) list.offsets[row]; k < list.childCount; k++) {
                ((LongColumnVector) list.child).vector[k] = random.nextInt(10);
              }
              if (random.nextInt(4) == 0) {
                nullAt(batch.cols[random.nextInt(4)], row);
              }
            });
    Path table = folder.resolve("table");
    Run.good("load", "--from", "orc", file, "--to", table);
    List<JsonNode> loaded = Run.good("cat", table).json();
    List<String> expected = read(file);
    assertEquals(expected.size(), loaded.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(Run.JSON.readTree(expected.get(i)), loaded.get(i));
    }
  }

  /** The rows as JSON, through ORC's reader and its vectors' own text form. */
  private static List<String> read(Path file) throws Exception {
    List<String> rows = new ArrayList<>();
    var reader =
        OrcFile.createReader(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.readerOptions(new Configuration()));
    VectorizedRowBatch batch = reader.getSchema().createRowBatch();
    try (RecordReader records = reader.rows()) {
      while (records.nextBatch(batch)) {
        for (int row = 0; row < batch.size; row++) {
          StringBuilder json = new StringBuilder("{");
          for (int c = 0; c < batch.cols.length; c++) {
            String name = reader.getSchema().getFieldNames().get(c);
            json.append(c == 0 ? "" : ",").append('"').append(name).append("\":");
            batch.cols[c].stringifyValue(json, row);
          }
          rows.add(json.append('}').toString());
        }
      }
    }
    return rows;
  }

  @Test
  void load_everyType_hasItsValue() throws Exception {
    String schema =
        "struct<bo:boolean,ti:tinyint,si:smallint,i:int,f:float,de:decimal(20,2),d6:decimal(5,1),"
            + "v:varchar(5),c:char(5),bi:binary,da:date,ts:timestamp,"
            + "tz:timestamp with local time zone,m:map<int,string>,u:uniontype<int,string>,"
            + "st:struct<x:int,y:string>>";
    Path file =
        write(
            schema,
            2,
            (batch, row, i) -> {
              ColumnVector[] c = batch.cols;
              for (int k : new int[] {0, 1, 2, 3}) {
                ((LongColumnVector) c[k]).vector[row] = 1 - 2L * i * (k == 0 ? 0 : 1);
              }
              ((DoubleColumnVector) c[4]).vector[row] = 0.1f;
              ((DecimalColumnVector) c[5]).set(row, HiveDecimal.create("123456789012345678.9"));
              ((DecimalColumnVector) c[6]).set(row, HiveDecimal.create("-1.5"));
              text(c[7], row, "v\u00e4r");
              text(c[8], row, "ab");
              text(c[9], row, "hi");
              ((DateColumnVector) c[10]).changeCalendar(true, false);
              ((DateColumnVector) c[10]).vector[row] = -719162;
              for (int k : new int[] {11, 12}) {
                TimestampColumnVector time = (TimestampColumnVector) c[k];
                // Not -1: ORC's writers lose the sign of the last second before 1970.
                time.time[row] = -1001;
                time.nanos[row] = 999_000_001;
              }
              MapColumnVector map = (MapColumnVector) c[13];
              map.offsets[row] = row;
              map.lengths[row] = 1;
              map.childCount = row + 1;
              ((LongColumnVector) map.keys).vector[row] = 7;
              text(map.values, row, "seven");
              UnionColumnVector union = (UnionColumnVector) c[14];
              union.tags[row] = i;
              ((LongColumnVector) union.fields[0]).vector[row] = 5;
              text(union.fields[1], row, "five");
              StructColumnVector struct = (StructColumnVector) c[15];
              ((LongColumnVector) struct.fields[0]).vector[row] = 3;
              nullAt(struct.fields[1], row);
            });
    Path table = folder.resolve("table");
    Run.good("load", "--from", "orc", file, "--to", table);
    String row =
        "{\"bo\":true,\"ti\":N,\"si\":N,\"i\":N,\"f\":0.1,\"de\":123456789012345678.90,\"d6\":-1.5,"
            + "\"v\":\"v\u00e4r\",\"c\":\"ab\",\"bi\":\"aGk=\",\"da\":\"0001-01-01\","
            + "\"ts\":\"1969-12-31 23:59:58.999000001\",\"tz\":\"1969-12-31 23:59:58.999000001Z\","
            + "\"m\":[{\"key\":7,\"value\":\"seven\"}],\"u\":{\"tag\":T},"
            + "\"st\":{\"x\":3,\"y\":null}}\n";
    assertEquals(
        row.replace("N", "1").replace("T", "0,\"value\":5")
            + row.replace("N", "-1").replace("T", "1,\"value\":\"five\""),
        Run.good("cat", table).out());
    JsonNode meta = Run.JSON.readTree(Run.good("meta", table, "--json").out());
    List<String> types = new ArrayList<>();
    meta.get("columns")
        .forEach(c -> types.add(c.get("name").textValue() + ":" + c.get("type").textValue()));
    assertEquals(schema, "struct<" + String.join(",", types) + ">");
  }

  @Test
  void load_stripeThatBelongsToNoRange_isAnErrorThatNamesTheFile() throws Exception {
    byte[] bytes =
        Files.readAllBytes(
            write(
                "struct<a:int>",
                1,
                CompressionKind.NONE,
                (batch, row, i) -> ((LongColumnVector) batch.cols[0]).vector[row] = 1));
    int scriptStart = bytes.length - 1 - bytes[bytes.length - 1];
    OrcProto.PostScript script =
        OrcProto.PostScript.parseFrom(Arrays.copyOfRange(bytes, scriptStart, bytes.length - 1));
    int footerStart = scriptStart - (int) script.getFooterLength();
    OrcProto.Footer.Builder footer =
        OrcProto.Footer.parseFrom(Arrays.copyOfRange(bytes, footerStart, scriptStart)).toBuilder();
    footer.getStripesBuilder(0).setOffset(9999);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.write(bytes, 0, footerStart);
    changed.write(footer.build().toByteArray());
    byte[] end =
        script.toBuilder().setFooterLength(changed.size() - footerStart).build().toByteArray();
    changed.write(end);
    changed.write(end.length);
    // Hadoop keeps checksums beside the file that it wrote.
    Path file = Files.write(folder.resolve("changed.orc"), changed.toByteArray());
    String error = Run.bad(1, "load", "--from", "orc", file, "--to", folder.resolve("table"));
    assertTrue(error.contains("changed.orc: 1 of 1 rows are in stripes outside"), error);
  }

  @Test
  void load_noOrcFile_isAnErrorNamingIt() throws Exception {
    Path text = Files.writeString(folder.resolve("text.orc"), "this is not an ORC file at all");
    String error = Run.bad(1, "load", "--from", "orc", text, "--to", folder.resolve("table"));
    assertTrue(error.contains("text.orc"), error);
  }
}
