package dev.cif.impala;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Decoder of a getNext result, by field numbers alone. Values get the form in which Impala's
 * backend puts them into slots: strings are bytes, a decimal must fit 4, 8 or 16 bytes, a timestamp
 * is 8 + 4 bytes big-endian, a date a number of days.
 */
final class BackendDecoder {
  /** Decoded result. Fields that are not set are null. */
  static final class Result {
    int statusCode = -1;
    final List<String> messages = new ArrayList<>();
    Boolean eos;
    Long rowCount;
    List<Map<Integer, List<Object>>> columns;
  }

  private final TBinaryProtocol in;

  private BackendDecoder(byte[] bytes) throws TTransportException {
    in = new TBinaryProtocol(new TMemoryInputTransport(bytes));
  }

  static Result decode(byte[] bytes) throws TException {
    BackendDecoder decoder = new BackendDecoder(bytes);
    Result result = new Result();
    decoder.struct(
        (id, type) -> {
          switch (id) {
            case 1 -> decoder.status(result);
            case 2 -> result.eos = decoder.in.readBool();
            case 3 -> decoder.rows(result);
            default -> TProtocolUtil.skip(decoder.in, type);
          }
        });
    return result;
  }

  private interface FieldReader {
    void read(int id, byte type) throws TException;
  }

  private void struct(FieldReader reader) throws TException {
    in.readStructBegin();
    for (TField f = in.readFieldBegin(); f.type != TType.STOP; f = in.readFieldBegin()) {
      reader.read(f.id, f.type);
      in.readFieldEnd();
    }
    in.readStructEnd();
  }

  private void status(Result result) throws TException {
    struct(
        (id, type) -> {
          if (id == 1) {
            result.statusCode = in.readI32();
          } else {
            for (Object message : list(type)) {
              result.messages.add(text(message));
            }
          }
        });
  }

  private void rows(Result result) throws TException {
    struct(
        (id, type) -> {
          if (id == 1) {
            result.columns = new ArrayList<>();
            TList list = in.readListBegin();
            for (int i = 0; i < list.size; i++) {
              Map<Integer, List<Object>> lists = new HashMap<>();
              struct((listId, listType) -> lists.put(listId, list(listType)));
              result.columns.add(lists);
            }
          } else {
            result.rowCount = in.readI64();
          }
        });
  }

  private List<Object> list(byte type) throws TException {
    if (type != TType.LIST) {
      throw new TException("expected a list, not type " + type);
    }
    List<Object> values = new ArrayList<>();
    TList list = in.readListBegin();
    for (int i = 0; i < list.size; i++) {
      values.add(
          switch (list.elemType) {
            case TType.BOOL -> in.readBool();
            case TType.BYTE -> in.readByte();
            case TType.I16 -> in.readI16();
            case TType.I32 -> in.readI32();
            case TType.I64 -> in.readI64();
            case TType.DOUBLE -> in.readDouble();
            case TType.STRING -> bytes(in.readBinary());
            default -> throw new TException("elements of type " + list.elemType);
          });
    }
    return values;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static String text(Object bytes) throws TException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap((byte[]) bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new TException("not UTF-8", e);
    }
  }

  /** Returns the values of a column in the order of its rows. */
  static List<Object> values(Map<Integer, List<Object>> column, String type) throws TException {
    List<Object> values = new ArrayList<>();
    int next = 0;
    List<Object> present = column.getOrDefault(listOf(type), List.of());
    for (Object isNull : column.get(1)) {
      values.add((Boolean) isNull ? null : slot(type, present.get(next++)));
    }
    if (next != present.size() || column.size() > 2) {
      throw new TException("lists that are not used: " + column.keySet());
    }
    return values;
  }

  /** Returns the number of the list in which the backend looks for values of a type. */
  private static int listOf(String type) {
    return switch (type.replaceAll("\\(.*", "")) {
      case "BOOLEAN" -> 2;
      case "TINYINT" -> 3;
      case "SMALLINT" -> 4;
      case "INT", "DATE" -> 5;
      case "BIGINT" -> 6;
      case "FLOAT", "DOUBLE" -> 7;
      case "STRING" -> 8;
      case "TIMESTAMP", "DECIMAL" -> 9;
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static Object slot(String type, Object value) throws TException {
    if (type.startsWith("DECIMAL")) {
      return decimal(type, (byte[]) value);
    }
    switch (type) {
      case "FLOAT":
        return ((Double) value).floatValue();
      case "STRING":
        return text(value);
      case "DATE":
        return LocalDate.ofEpochDay((Integer) value);
      case "TIMESTAMP":
        ByteBuffer twelve = ByteBuffer.wrap((byte[]) value);
        if (twelve.remaining() != 12) {
          throw new TException("a timestamp of " + twelve.remaining() + " bytes");
        }
        return LocalDateTime.ofEpochSecond(twelve.getLong(), twelve.getInt(), ZoneOffset.UTC);
      default:
        return value;
    }
  }

  private static BigDecimal decimal(String type, byte[] bigEndian) throws TException {
    String[] size = type.substring("DECIMAL(".length(), type.length() - 1).split(",", -1);
    int precision = Integer.parseInt(size[0]);
    int slotBytes = precision <= 9 ? 4 : precision <= 18 ? 8 : 16;
    if (bigEndian.length == 0 || bigEndian.length > slotBytes) {
      throw new TException(bigEndian.length + " bytes for a slot of " + slotBytes);
    }
    return new BigDecimal(new BigInteger(bigEndian), Integer.parseInt(size[1]));
  }
}
