package org.apache.hadoop.hive.ql.exec;

import java.util.ArrayList;
import java.util.List;
import org.apache.hive.com.esotericsoftware.kryo.Kryo;
import org.apache.hive.com.esotericsoftware.kryo.Serializer;
import org.apache.hive.com.esotericsoftware.kryo.io.Input;
import org.apache.hive.com.esotericsoftware.kryo.io.Output;

/**
 * Replacement of the one class of Hive 3.1.3 that can't run on Java 17: it writes sublists by
 * fields of {@code ArrayList} that Java 8 had. Vendors that ship Hive 3.1 on Java 17 have mended
 * it, too.
 */
class SerializationUtilities$ArrayListSubListSerializer extends Serializer<List<?>> {
  @Override
  public List<?> read(Kryo kryo, Input in, Class<List<?>> type) {
    List<Object> list = new ArrayList<>();
    kryo.reference(list);
    int size = in.readInt(true);
    for (int i = 0; i < size; i++) {
      list.add(kryo.readClassAndObject(in));
    }
    return list.subList(0, size);
  }

  @Override
  public void write(Kryo kryo, Output out, List<?> list) {
    out.writeInt(list.size(), true);
    list.forEach(element -> kryo.writeClassAndObject(out, element));
  }
}
