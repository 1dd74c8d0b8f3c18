package dev.cif.spark.read;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.schema.ColumnStatistics;
import dev.cif.format.schema.TimestampValue;
import dev.cif.spark.table.TableFolder;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Aggregates of a whole table, or of whole folders, from schema files and footers: the number of
 * rows, of values, the least and the greatest value. No value is read.
 */
final class FooterAggregates {
  private enum Function {
    ROWS,
    VALUES,
    MIN,
    MAX
  }

  /**
   * Aggregate function.
   *
   * @param field its column; null for the number of rows
   */
  private record Aggregate(Function function, StructField field) {}

  /** Signals that footers do not tell the result. */
  private static final class Unknown extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private FooterAggregates() {}

  /**
   * Returns a scan of one row with the results; null if footers do not tell them.
   *
   * @param spec table with a condition on its rows
   */
  static LocalScan of(ReadSpec spec, TableFolder folder, Aggregation aggregation)
      throws IOException {
    boolean isByFolders = spec.filter().paths().stream().allMatch(p -> spec.isKey(p.column()));
    if (aggregation.groupByExpressions().length > 0 || !isByFolders) {
      return null;
    }
    List<Aggregate> aggregates = new ArrayList<>();
    for (AggregateFunc function : aggregation.aggregateExpressions()) {
      Aggregate aggregate = aggregate(function, spec);
      if (aggregate == null) {
        return null;
      }
      aggregates.add(aggregate);
    }
    ReadOptions options = folder.readOptions();
    List<FoundSplit> found = new ArrayList<>();
    for (FoundSplit split : folder.splits()) {
      if (spec.folded(spec.filter(), spec.folders(split.directory())).isPossible()) {
        found.add(split);
      }
    }
    TableColumns columns = spec.columns();
    try {
      List<Object[]> parts =
          Planner.visit(found, split -> results(split, spec, columns, aggregates, options));
      return scan(aggregates, spec, parts);
    } catch (Unknown e) {
      return null;
    }
  }

  private static Aggregate aggregate(AggregateFunc function, ReadSpec spec) {
    if (function instanceof CountStar) {
      return new Aggregate(Function.ROWS, null);
    } else if (function instanceof Count count && !count.isDistinct()) {
      return aggregate(Function.VALUES, count.column(), spec);
    } else if (function instanceof Min min) {
      return aggregate(Function.MIN, min.column(), spec);
    } else if (function instanceof Max max) {
      return aggregate(Function.MAX, max.column(), spec);
    }
    return null;
  }

  private static Aggregate aggregate(Function function, Expression column, ReadSpec spec) {
    if (!(column instanceof NamedReference reference) || reference.fieldNames().length > 1) {
      return null;
    }
    String name = reference.fieldNames()[0];
    for (StructField field : spec.table().fields()) {
      if (TableFolder.has(List.of(field.name()), name)) {
        return spec.isKey(name) ? null : new Aggregate(function, field);
      }
    }
    return null;
  }

  /** Returns the results of one split-directory: Long, or bounds; null for none. */
  private static Object[] results(
      FoundSplit found,
      ReadSpec spec,
      TableColumns columns,
      List<Aggregate> aggregates,
      ReadOptions options)
      throws IOException {
    try (SplitReader split = found.open(options, columns)) {
      Object[] results = new Object[aggregates.size()];
      for (int i = 0; i < results.length; i++) {
        Aggregate aggregate = aggregates.get(i);
        int column =
            aggregate.field() == null ? -1 : split.schema().indexOf(aggregate.field().name());
        if (aggregate.function() == Function.ROWS) {
          results[i] = split.liveRows();
        } else if (column < 0 && spec.hasDefault(aggregate.field().name())) {
          throw new Unknown();
        } else if (column < 0) {
          results[i] = aggregate.function() == Function.VALUES ? 0L : null;
        } else {
          // Footers are of deleted rows, too.
          expect(split.liveRows() == split.rows());
          CifType wanted = spec.types().of(aggregate.field().name(), null);
          results[i] = result(split, column, wanted, aggregate.function());
        }
      }
      return results;
    }
  }

  private static Object result(SplitReader split, int column, CifType wanted, Function function)
      throws IOException {
    ColumnStatistics known = split.describe(column).statistics();
    CifType stored = split.schema().column(column).type();
    if (function == Function.VALUES) {
      // A value that a conversion turns into NULL would count.
      expect(stored.equals(wanted) || !wanted.kind().isPrimitive() || isSame(stored, wanted));
      return known.rows() - known.nulls();
    }
    expect(stored.equals(wanted) || isSame(stored, wanted));
    if (known.rows() == known.nulls()) {
      return null;
    }
    boolean isMin = function == Function.MIN;
    if (known.hasNan() && (!isMin || known.min() == null)) {
      // NaN is above all numbers.
      return Double.NaN;
    }
    Object bound = isMin ? known.min() : known.max();
    expect(bound != null && (isMin ? known.minExact() : known.maxExact()));
    // Which of both zeros occurs is not known.
    expect(!(bound instanceof Double d) || d != 0);
    return bound;
  }

  /** Returns true if values of one type are read as another without a change. */
  private static boolean isSame(CifType stored, CifType wanted) {
    return (stored.isInteger() && wanted.isInteger())
        || (stored.physical() == Physical.BYTES && wanted.physical() == Physical.BYTES);
  }

  private static void expect(boolean isKnown) throws Unknown {
    if (!isKnown) {
      throw new Unknown();
    }
  }

  private static LocalScan scan(List<Aggregate> aggregates, ReadSpec spec, List<Object[]> parts)
      throws IOException {
    Object[] values = new Object[aggregates.size()];
    StructField[] fields = new StructField[values.length];
    for (int i = 0; i < values.length; i++) {
      Aggregate aggregate = aggregates.get(i);
      boolean isCount = aggregate.function().compareTo(Function.VALUES) <= 0;
      Object total = isCount ? 0L : null;
      for (Object[] part : parts) {
        total =
            isCount ? (Object) ((Long) total + (Long) part[i]) : better(aggregate, total, part[i]);
      }
      values[i] =
          isCount || total == null
              ? total
              : internal(total, spec.types().of(aggregate.field().name(), null));
      fields[i] =
          DataTypes.createStructField(
              "aggregate" + i, isCount ? DataTypes.LongType : aggregate.field().dataType(), true);
    }
    InternalRow row = new GenericInternalRow(values);
    StructType schema = DataTypes.createStructType(fields);
    return new LocalScan() {
      @Override
      public StructType readSchema() {
        return schema;
      }

      @Override
      public InternalRow[] rows() {
        return new InternalRow[] {row};
      }

      @Override
      public String description() {
        return "cif " + spec.root() + ", from footers";
      }
    };
  }

  private static Object better(Aggregate aggregate, Object a, Object b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int order = ColumnStatistics.compare(a, b);
    return (aggregate.function() == Function.MIN) == (order <= 0) ? a : b;
  }

  /** Returns a bound as Spark has it in rows. */
  static Object internal(Object bound, CifType type) throws IOException {
    return switch (type.kind()) {
      case BOOLEAN -> (Long) bound != 0;
      case TINYINT -> ((Long) bound).byteValue();
      case SMALLINT -> ((Long) bound).shortValue();
      case INT, DATE -> ((Long) bound).intValue();
      case BIGINT -> bound;
      case FLOAT -> ((Double) bound).floatValue();
      case DOUBLE -> bound;
      case DECIMAL ->
          Decimal.apply(
              ((BigDecimal) bound).setScale(type.scale()), type.precision(), type.scale());
      case STRING, VARCHAR, CHAR -> UTF8String.fromBytes((byte[]) bound);
      case BINARY -> bound;
      case TIMESTAMP, TIMESTAMP_LTZ -> {
        TimestampValue time = (TimestampValue) bound;
        yield CifVector.micros(time.seconds(), time.nanos());
      }
      case ARRAY, MAP, STRUCT, UNION -> throw new Unknown();
    };
  }
}
