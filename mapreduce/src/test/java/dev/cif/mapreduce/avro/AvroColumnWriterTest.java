package dev.cif.mapreduce.avro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroColumnWriterTest {
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

  @Test
  void append_decimalOfAnyExponent_isExactOrRefused() {
    String json = "{'type':'bytes','logicalType':'decimal','precision':10,'scale':2}";
    Schema schema = new Schema.Parser().parse(json.replace('\'', '"'));
    DecimalVector out = (DecimalVector) ColumnVector.create(AvroSchemas.type(schema));
    AvroColumnWriter writer = new AvroColumnWriter(GenericData.get());
    for (String number : List.of("1e-300000000", "1e300000000", "1.001")) {
      BigDecimal decimal = new BigDecimal(number);
      assertThrows(AvroTypeException.class, () -> writer.append(decimal, schema, out));
    }
    writer.append(new BigDecimal("0e-300000000"), schema, out);
    writer.append(new BigDecimal("1.500"), schema, out);
    assertEquals(List.of("0.00", "1.50"), List.of("" + out.decimal(0), "" + out.decimal(1)));
  }
}
