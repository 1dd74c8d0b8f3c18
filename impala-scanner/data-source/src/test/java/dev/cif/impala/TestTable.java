package dev.cif.impala;

import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.ColumnVector;
import dev.cif.format.vector.DecimalVector;
import dev.cif.format.vector.DoubleVector;
import dev.cif.format.vector.ListVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.vector.MapVector;
import dev.cif.format.vector.StructVector;
import dev.cif.format.vector.TimestampVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Writer of split-directories from Java objects. */
final class TestTable {
  private final Path root;
  private final List<String> names = new ArrayList<>();
  private final List<CifType> types = new ArrayList<>();
  private int blockRows = 100;

  TestTable(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** Returns the init string of the table, with further settings after the path. */
  String init(String... more) {
    StringBuilder json = new StringBuilder("{\"path\": \"").append(root.toUri()).append('"');
    for (String setting : more) {
      json.append(", ").append(setting);
    }
    return json.append('}').toString();
  }

  TestTable column(String name, String type) {
    names.add(name);
    types.add(CifType.parse(type));
    return this;
  }

  TestTable blockRows(int rows) {
    blockRows = rows;
    return this;
  }

  /** Writes a split. A row has an object for each column. */
  Path split(String folder, List<List<Object>> rows) throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(root.toUri() + "/" + folder);
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(blockRows));
    try (SplitWriter writer = SplitWriter.create(fs, path, CifSchema.of(names, types), options)) {
      for (List<Object> row : rows) {
        for (int i = 0; i < names.size(); i++) {
          append(writer.column(i), row.get(i));
        }
        writer.endRow();
      }
    }
    return root.resolve(folder);
  }

  private static void append(ColumnVector to, Object value) {
    if (value == null) {
      to.appendNull();
    } else if (to instanceof LongVector v) {
      v.append(integer(value));
    } else if (to instanceof DoubleVector v) {
      v.append(((Number) value).doubleValue());
    } else if (to instanceof DecimalVector v) {
      v.append(((BigDecimal) value).setScale(to.type().scale()).unscaledValue());
    } else if (to instanceof BytesVector v) {
      if (value instanceof byte[] bytes) {
        v.append(bytes);
      } else {
        v.append((String) value);
      }
    } else if (to instanceof TimestampVector v) {
      Instant time = ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
      v.append(time.getEpochSecond(), time.getNano());
    } else {
      complex(to, value);
    }
  }

  private static long integer(Object value) {
    if (value instanceof Boolean b) {
      return b ? 1 : 0;
    }
    return value instanceof LocalDate d ? d.toEpochDay() : ((Number) value).longValue();
  }

  private static void complex(ColumnVector to, Object value) {
    if (to instanceof MapVector v) {
      Map<?, ?> map = (Map<?, ?>) value;
      v.append(map.size());
      map.forEach(
          (key, of) -> {
            append(v.keys(), key);
            append(v.values(), of);
          });
    } else if (to instanceof ListVector v) {
      List<?> list = (List<?>) value;
      v.append(list.size());
      list.forEach(element -> append(v.elements(), element));
    } else {
      StructVector v = (StructVector) to;
      List<?> fields = (List<?>) value;
      v.append();
      for (int k = 0; k < v.fieldCount(); k++) {
        append(v.field(k), fields.get(k));
      }
    }
  }
}
