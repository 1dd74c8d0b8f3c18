package dev.cif.format.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static String text(ColumnVector source) {
    BytesVector out = new BytesVector(CifType.STRING);
    Conversion.of(source.type(), CifType.STRING).append(source, 0, out);
    return out.string(0);
  }

  private static String decimalText(String value) {
    BigDecimal decimal = new BigDecimal(value);
    DecimalVector source = new DecimalVector(CifType.decimal(38, decimal.scale()));
    source.append(decimal.unscaledValue());
    return text(source);
  }

  @Test
  void toText_ofADecimal_hasNoTrailingZeros() {
    assertEquals("238", decimalText("238.00"));
    assertEquals("-0.5", decimalText("-0.50"));
    assertEquals("1200", decimalText("1200"));
    assertEquals("0", decimalText("0.00"));
    assertEquals("0.000000001", decimalText("0.0000000010"));
  }

  @Test
  void toText_ofAFloat_isTheShortestThatNamesTheFloat() {
    DoubleVector source = new DoubleVector(CifType.FLOAT);
    source.append(0.3f);
    assertEquals("0.3", text(source));
  }
}
