package dev.cif.bench.mrdb;

import dev.cif.bench.data.GrepData;
import dev.cif.bench.data.Rankings;
import dev.cif.bench.data.Substring;
import dev.cif.bench.formats.FieldValues;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.ql.Context;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;

/** Map functions of the tasks that read one table. */
final class ScanMappers {
  private ScanMappers() {}

  /** SELECT * FROM Data WHERE field LIKE '%XYZ%'. */
  static final class Grep extends RowMapper {
    private static final byte[] PATTERN = Substring.bytes(GrepData.PATTERN);
    private final Text field = new Text();
    private final Text found = new Text();

    @Override
    void map(FieldValues row, Context context) throws IOException, InterruptedException {
      PlainValues.set(field, row.get(1));
      if (Substring.isIn(field.getBytes(), 0, field.getLength(), PATTERN)) {
        PlainValues.set(found, row.get(0));
        context.write(found, field);
      }
    }
  }

  /** SELECT pageURL, pageRank FROM Rankings WHERE pageRank > 10. */
  static final class Select extends RowMapper {
    private final Text url = new Text();
    private final Text rank = new Text();

    @Override
    void map(FieldValues row, Context context) throws IOException, InterruptedException {
      int ofPage = PlainValues.number(row.get(1));
      if (ofPage > Rankings.THRESHOLD) {
        PlainValues.set(url, row.get(0));
        rank.set(Integer.toString(ofPage));
        context.write(url, rank);
      }
    }
  }

  /** Mapper that sums by key, and writes the sums when it is full and in the end. */
  abstract static class SummingMapper extends RowMapper {
    private final PartialSums sums = new PartialSums();
    private final DoubleWritable sum = new DoubleWritable();

    final void add(Text key, double value, Context context)
        throws IOException, InterruptedException {
      if (sums.add(key, value)) {
        write(context);
      }
    }

    private void write(Context context) throws IOException, InterruptedException {
      sums.empty(
          (key, value) -> {
            sum.set(value);
            context.write(key, sum);
          });
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      write(context);
    }
  }

  /** SELECT sourceIP, SUM(adRevenue) FROM UserVisits GROUP BY sourceIP. */
  static final class Aggregate extends SummingMapper {
    private final Text address = new Text();

    @Override
    void map(FieldValues row, Context context) throws IOException, InterruptedException {
      PlainValues.set(address, row.get(0));
      add(address, PlainValues.real(row.get(1)), context);
    }
  }

  /** Counts the links to each URL: parses the links of a document. */
  static final class Links extends SummingMapper {
    private static final Pattern LINK = Pattern.compile("<a\\s+href=\"([^\"]*)\"");
    private final Text url = new Text();

    @Override
    void map(FieldValues row, Context context) throws IOException, InterruptedException {
      Matcher link = LINK.matcher(row.get(0).toString());
      while (link.find()) {
        url.set(link.group(1));
        add(url, 1, context);
      }
    }
  }
}
