package dev.cif.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import java.nio.charset.StandardCharsets;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'string'}",
        "{'type':'string','logicalType':'varchar','maxLength':4}",
        "{'type':'string','logicalType':'char','maxLength':4}"
      })
  void append_text_keepsItsBytesAndRefusesHalfOfASurrogatePair(String json) {
    Schema schema = new Schema.Parser().parse(json.replace('\'', '"'));
    ColumnVector out = ColumnVector.create(AvroSchemas.type(schema));
    AvroColumnWriter writer = new AvroColumnWriter(GenericData.get());
    assertThrows(AvroTypeException.class, () -> writer.append("x\ud800", schema, out));
    byte[] latin1 = "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    writer.append(new Utf8(latin1), schema, out);
    assertArrayEquals(latin1, ((BytesVector) out).bytes(0));
    writer.append("\ud83d\ude00abc", schema, out);
    assertArrayEquals(
        "\ud83d\ude00abc".getBytes(StandardCharsets.UTF_8), ((BytesVector) out).bytes(1));
  }
}
