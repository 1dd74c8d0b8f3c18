package dev.cif.cli.source;

import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.io.Writable;

/**
 * Column of values converted from Writables of a class. A MapWritable becomes a map of strings in
 * the order of its keys. Its numbers and booleans become text, and a NullWritable among its values
 * is NULL. Immutable.
 *
 * @param name name of the column
 * @param type type of the column, or null if there is none
 * @param maker factory of Writables to read into
 * @param appender function that appends a value
 */
record WritableColumn(String name, CifType type, Supplier<Writable> maker, Appender appender) {
  /** Function that appends the value of a Writable. */
  interface Appender {
    void append(Writable value, ColumnVector out);
  }

  /**
   * Supported class of Writables.
   *
   * @param writable the class
   * @param maker factory of Writables to read into
   * @param column type of the column, or null if there is none
   * @param appender function that appends a value
   */
  private record Kind(
      Class<? extends Writable> writable,
      Supplier<Writable> maker,
      CifType column,
      Appender appender) {}

  private static Kind whole(
      Class<? extends Writable> writable,
      Supplier<Writable> maker,
      CifType column,
      ToLongFunction<Writable> value) {
    return new Kind(
        writable, maker, column, (v, out) -> ((LongVector) out).append(value.applyAsLong(v)));
  }

  /** Classes that can be loaded. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind(Text.class, Text::new, CifType.STRING, WritableColumn::text),
          new Kind(BytesWritable.class, BytesWritable::new, CifType.BINARY, WritableColumn::bytes),
          whole(
              BooleanWritable.class,
              BooleanWritable::new,
              CifType.BOOLEAN,
              v -> ((BooleanWritable) v).get() ? 1 : 0),
          whole(
              ByteWritable.class,
              ByteWritable::new,
              CifType.TINYINT,
              v -> ((ByteWritable) v).get()),
          whole(
              ShortWritable.class,
              ShortWritable::new,
              CifType.SMALLINT,
              v -> ((ShortWritable) v).get()),
          whole(IntWritable.class, IntWritable::new, CifType.INT, v -> ((IntWritable) v).get()),
          whole(VIntWritable.class, VIntWritable::new, CifType.INT, v -> ((VIntWritable) v).get()),
          whole(
              LongWritable.class, LongWritable::new, CifType.BIGINT, v -> ((LongWritable) v).get()),
          whole(
              VLongWritable.class,
              VLongWritable::new,
              CifType.BIGINT,
              v -> ((VLongWritable) v).get()),
          new Kind(
              FloatWritable.class,
              FloatWritable::new,
              CifType.FLOAT,
              (v, out) -> ((DoubleVector) out).append(((FloatWritable) v).get())),
          new Kind(
              DoubleWritable.class,
              DoubleWritable::new,
              CifType.DOUBLE,
              (v, out) -> ((DoubleVector) out).append(((DoubleWritable) v).get())),
          new Kind(
              MapWritable.class,
              MapWritable::new,
              CifType.map(CifType.STRING, CifType.STRING),
              WritableColumn::map),
          new Kind(NullWritable.class, NullWritable::get, null, (v, out) -> {}));

  /** Returns the column of Writables of a class; null if the class is not supported. */
  static WritableColumn of(String name, String className) {
    for (Kind kind : KINDS) {
      if (kind.writable.getName().equals(className)) {
        return new WritableColumn(name, kind.column, kind.maker, kind.appender);
      }
    }
    return null;
  }

  /** Returns the names of the classes that can be loaded. */
  static String names() {
    return KINDS.stream().map(k -> k.writable.getSimpleName()).collect(Collectors.joining(", "));
  }

  /** Returns a Writable to read into. */
  Writable create() {
    return maker.get();
  }

  /**
   * Appends a value.
   *
   * @throws IllegalArgumentException if it cannot be stored
   */
  void append(Writable value, ColumnVector out) {
    appender.append(value, out);
  }

  private static void bytes(Writable value, ColumnVector out) {
    BytesWritable bytes = (BytesWritable) value;
    ((BytesVector) out).append(bytes.getBytes(), 0, bytes.getLength());
  }

  private static void text(Writable value, ColumnVector out) {
    ((BytesVector) out).append(((Text) value).getBytes(), 0, ((Text) value).getLength());
  }

  private static void map(Writable value, ColumnVector out) {
    // Keys are bytes, which need not be UTF-8.
    Map<Text, Writable> sorted = new TreeMap<>();
    for (Map.Entry<Writable, Writable> entry : ((MapWritable) value).entrySet()) {
      Text key = scalar(entry.getKey());
      if (key == null || sorted.put(key, entry.getValue()) != null) {
        throw new IllegalArgumentException(
            key == null
                ? "a map with the key NULL cannot be stored"
                : "a map has two keys that are '" + key + "' as text");
      }
    }
    MapVector entries = (MapVector) out;
    entries.append(sorted.size());
    sorted.forEach(
        (key, entry) -> {
          text(key, entries.keys());
          Text text = scalar(entry);
          if (text == null) {
            entries.values().appendNull();
          } else {
            text(text, entries.values());
          }
        });
  }

  /** The text of a value; null for NULL. */
  private static Text scalar(Writable value) {
    boolean known = of("", value.getClass().getName()) != null;
    if (!known || value instanceof MapWritable || value instanceof BytesWritable) {
      throw new IllegalArgumentException(
          "a map holds a " + value.getClass().getName() + ", which has no text form");
    }
    return value instanceof NullWritable
        ? null
        : value instanceof Text text ? text : new Text(value.toString());
  }
}
