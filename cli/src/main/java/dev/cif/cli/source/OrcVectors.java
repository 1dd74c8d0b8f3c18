package dev.cif.cli.source;

import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.vector.UnionVector;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.orc.TypeDescription;

/** Appends values of ORC's vectors to those of CIF. */
final class OrcVectors {
  private OrcVectors() {}

  static void append(
      ColumnVector orc, int row, TypeDescription type, dev.cif.format.vector.ColumnVector out) {
    int i = orc.isRepeating ? 0 : row;
    if (!orc.noNulls && orc.isNull[i]) {
      out.appendNull();
      return;
    }
    switch (type.getCategory()) {
      case BOOLEAN:
      case BYTE:
      case SHORT:
      case INT:
      case LONG:
      case DATE:
        ((LongVector) out).append(((LongColumnVector) orc).vector[i]);
        break;
      case FLOAT:
      case DOUBLE:
        ((DoubleVector) out).append(((DoubleColumnVector) orc).vector[i]);
        break;
      case DECIMAL:
        decimal(orc, i, (DecimalVector) out);
        break;
      case STRING:
      case VARCHAR:
      case CHAR:
      case BINARY:
        bytes((BytesColumnVector) orc, i, type, (BytesVector) out);
        break;
      case TIMESTAMP:
      case TIMESTAMP_INSTANT:
        TimestampColumnVector times = (TimestampColumnVector) orc;
        ((TimestampVector) out).append(Math.floorDiv(times.time[i], 1000L), times.nanos[i]);
        break;
      case LIST:
        list((ListColumnVector) orc, i, type, (ListVector) out);
        break;
      case MAP:
        map((MapColumnVector) orc, i, type, (MapVector) out);
        break;
      case STRUCT:
        StructVector struct = (StructVector) out;
        struct.append();
        for (int k = 0; k < struct.fieldCount(); k++) {
          ColumnVector field = ((StructColumnVector) orc).fields[k];
          append(field, i, type.getChildren().get(k), struct.field(k));
        }
        break;
      case UNION:
        UnionColumnVector union = (UnionColumnVector) orc;
        int tag = union.tags[i];
        ((UnionVector) out).append(tag);
        append(union.fields[tag], i, type.getChildren().get(tag), ((UnionVector) out).branch(tag));
        break;
      default:
        throw new IllegalArgumentException("type " + type + " cannot be loaded");
    }
  }

  private static void decimal(ColumnVector orc, int i, DecimalVector out) {
    int scale = out.type().scale();
    if (orc instanceof Decimal64ColumnVector decimals) {
      BigInteger unscaled = BigInteger.valueOf(decimals.vector[i]);
      out.append(unscaled.multiply(BigInteger.TEN.pow(scale - decimals.scale)));
      return;
    }
    out.append(
        ((DecimalColumnVector) orc)
            .vector[i]
            .getHiveDecimal()
            .bigDecimalValue()
            .setScale(scale, RoundingMode.UNNECESSARY)
            .unscaledValue());
  }

  private static void bytes(BytesColumnVector orc, int i, TypeDescription type, BytesVector out) {
    int length = orc.length[i];
    if (type.getCategory() == TypeDescription.Category.CHAR) {
      while (length > 0 && orc.vector[i][orc.start[i] + length - 1] == ' ') {
        length--;
      }
    }
    out.append(orc.vector[i], orc.start[i], length);
  }

  private static void list(ListColumnVector orc, int i, TypeDescription type, ListVector out) {
    int length = (int) orc.lengths[i];
    out.append(length);
    for (int k = 0; k < length; k++) {
      append(orc.child, (int) orc.offsets[i] + k, type.getChildren().get(0), out.elements());
    }
  }

  private static void map(MapColumnVector orc, int i, TypeDescription type, MapVector out) {
    int length = (int) orc.lengths[i];
    out.append(length);
    for (int k = 0; k < length; k++) {
      int entry = (int) orc.offsets[i] + k;
      append(orc.keys, entry, type.getChildren().get(0), out.keys());
      append(orc.values, entry, type.getChildren().get(1), out.values());
    }
  }
}
