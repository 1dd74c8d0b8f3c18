package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.internal.io.CorruptDataException;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.DistinctValues;
import dev.cif.format.schema.ValueSummary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;

/**
 * Summary of a column's values as a schema file has it, FORMAT.md section 5.4. Hardly any reader
 * wants it, so it is decoded when it is asked for.
 *
 * @param statistics statistics of the column in base64
 * @param hashes hashes of all values in base64; null if there are registers
 * @param registers registers of HyperLogLog in base64; null if there are hashes
 * @param longest length of the longest value in bytes; 0 for none
 * @param trues number of rows that are true; 0 for none
 */
public record SummaryEntry(
    String statistics, String hashes, String registers, long longest, long trues) {
  private static final String STATISTICS = "statistics";

  /** Number of bits of a register. */
  private static final int REGISTER_BITS = 6;

  private static final int REGISTERS_BYTES = DistinctValues.REGISTERS * REGISTER_BITS / 8;

  /** Returns the entry of a summary. */
  static SummaryEntry of(
      ColumnStatistics statistics, DistinctValues distinct, int longest, long trues) {
    Base64.Encoder base64 = Base64.getEncoder();
    Output bytes = new Output();
    Statistics.write(statistics, bytes);
    return new SummaryEntry(
        base64.encodeToString(bytes.toByteArray()),
        distinct.isExact() ? base64.encodeToString(bytes(distinct.hashes())) : null,
        distinct.isExact() ? null : base64.encodeToString(packed(distinct.registers())),
        longest,
        trues);
  }

  /**
   * Returns the summary.
   *
   * @param rows number of rows of the split
   * @param rawBytes size of the column's values before encoding in bytes
   * @throws IllegalArgumentException if the entry is not one of section 5.4
   */
  public ValueSummary summary(CifType type, long rows, long rawBytes) {
    if (statistics == null) {
      throw new IllegalArgumentException("its summary has no 'statistics'");
    }
    if ((hashes == null) == (registers == null)) {
      throw new IllegalArgumentException("its summary has not one of 'hashes' and 'registers'");
    }
    Base64.Decoder base64 = Base64.getDecoder();
    DistinctValues distinct =
        hashes == null
            ? DistinctValues.ofRegisters(unpacked(base64.decode(registers)))
            : DistinctValues.ofHashes(numbers(base64.decode(hashes)));
    Tokens.expect(longest, "longest", Integer.MAX_VALUE);
    Tokens.expect(trues, "trues", Long.MAX_VALUE);
    return new ValueSummary(
        bounds(base64.decode(statistics), type, rows), rawBytes, distinct, (int) longest, trues);
  }

  private static ColumnStatistics bounds(byte[] bytes, CifType type, long rows) {
    Input in = new Input(Arrays.copyOf(bytes, bytes.length + Input.SLACK), 0, bytes.length);
    try {
      ColumnStatistics read = Statistics.read(in, type, rows);
      in.expectEnd("the statistics");
      return read;
    } catch (CorruptDataException e) {
      throw new IllegalArgumentException("its summary has " + e.getMessage(), e);
    }
  }

  private static byte[] bytes(long[] numbers) {
    ByteBuffer out =
        ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    out.asLongBuffer().put(numbers);
    return out.array();
  }

  private static long[] numbers(byte[] bytes) {
    if (bytes.length % Long.BYTES != 0) {
      throw new IllegalArgumentException("its summary has hashes of " + bytes.length + " bytes");
    }
    long[] numbers = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(numbers);
    return numbers;
  }

  private static byte[] packed(byte[] values) {
    byte[] bytes = new byte[REGISTERS_BYTES];
    for (int i = 0; i < values.length; i++) {
      int bit = i * REGISTER_BITS;
      int shifted = values[i] << bit % 8;
      bytes[bit / 8] |= (byte) shifted;
      if (bit % 8 > 8 - REGISTER_BITS) {
        bytes[bit / 8 + 1] |= (byte) (shifted >> 8);
      }
    }
    return bytes;
  }

  private static byte[] unpacked(byte[] bytes) {
    if (bytes.length != REGISTERS_BYTES) {
      throw new IllegalArgumentException(
          "its summary has registers of " + bytes.length + " bytes, not " + REGISTERS_BYTES);
    }
    byte[] values = new byte[DistinctValues.REGISTERS];
    for (int i = 0; i < values.length; i++) {
      int bit = i * REGISTER_BITS;
      int next = bit / 8 + 1 < bytes.length ? bytes[bit / 8 + 1] & 0xFF : 0;
      int two = (bytes[bit / 8] & 0xFF) | next << 8;
      values[i] = (byte) (two >> bit % 8 & (1 << REGISTER_BITS) - 1);
    }
    return values;
  }

  /** Reads the member of a column, whose first token is read already. */
  static SummaryEntry read(JsonParser in, JsonToken value) throws IOException {
    Tokens.expectObject(value, "'" + SchemaFile.SUMMARY + "'");
    String statistics = null;
    String hashes = null;
    String registers = null;
    long longest = 0;
    long trues = 0;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken token = in.nextToken();
      switch (member) {
        case STATISTICS -> statistics = Tokens.text(in, token);
        case "hashes" -> hashes = Tokens.text(in, token);
        case "registers" -> registers = Tokens.text(in, token);
        case "longest" -> longest = Tokens.number(in, token, Integer.MAX_VALUE);
        case "trues" -> trues = Tokens.number(in, token, Long.MAX_VALUE);
        default -> in.skipChildren();
      }
    }
    return new SummaryEntry(statistics, hashes, registers, longest, trues);
  }

  /** Returns the entry that {@link #write} has written; null for a node that is missing. */
  public static SummaryEntry of(JsonNode json) {
    return json.isMissingNode()
        ? null
        : new SummaryEntry(
            json.path(STATISTICS).textValue(),
            json.path("hashes").textValue(),
            json.path("registers").textValue(),
            json.path("longest").longValue(),
            json.path("trues").longValue());
  }

  /** Writes the members of the entry. */
  public void write(ObjectNode to) {
    to.put(STATISTICS, statistics);
    if (hashes != null) {
      to.put("hashes", hashes);
    }
    if (registers != null) {
      to.put("registers", registers);
    }
    if (longest > 0) {
      to.put("longest", longest);
    }
    if (trues > 0) {
      to.put("trues", trues);
    }
  }
}
