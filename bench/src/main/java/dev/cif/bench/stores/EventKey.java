package dev.cif.bench.stores;

import dev.cif.bench.data.EventIndex;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/** Key of an event: the text of its first fields, and a number. */
public record EventKey(List<String> texts, long event) {
  /** Returns the key of a row. */
  public static EventKey of(GenericRecord row) {
    List<String> texts = new ArrayList<>();
    for (int field = 0; field < EventIndex.EVENT; field++) {
      texts.add(row.get(field).toString());
    }
    return new EventKey(texts, (Long) row.get(EventIndex.EVENT));
  }

  /** Returns the folders of the partition, in Hive's form. */
  public String partition(Schema schema) {
    List<String> folders = new ArrayList<>();
    for (int field = 0; field < EventIndex.PARTITION_FIELDS; field++) {
      folders.add(schema.getFields().get(field).name() + "=" + texts.get(field));
    }
    return String.join("/", folders);
  }

  /** Returns the key's value of a field. */
  public Object value(int field) {
    return field == EventIndex.EVENT ? (Object) event : texts.get(field);
  }
}
