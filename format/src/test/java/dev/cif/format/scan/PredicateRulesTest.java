package dev.cif.format.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cif.format.Model;
import dev.cif.format.options.ColumnOptions;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.scan.ColumnPath.Step;
import dev.cif.format.scan.Predicate.Op;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.TimestampValue;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules that {@link Predicate} states, one value a block, so that blocks are asked as well. */
class PredicateRulesTest {
  private static final BigDecimal HUGE = new BigDecimal("1e999999999");
  private static final BigDecimal TINY = new BigDecimal("1e-999999999");

  @TempDir java.nio.file.Path folder;
  private final List<Object> values = new ArrayList<>();
  private CifType type;
  private Path directory;

  private void column(String typeText, Object... content) throws IOException {
    type = CifType.parse(typeText);
    values.clear();
    values.addAll(Arrays.asList(content));
    directory = new Path(folder.toUri() + "/" + typeText.replaceAll("[^a-z0-9]", "_"));
    FileSystem fs = FileSystem.getLocal(new Configuration());
    CifSchema schema = CifSchema.of(List.of("c"), List.of(type));
    WriteOptions options = WriteOptions.of(ColumnOptions.DEFAULT.withBlockRows(1));
    try (SplitWriter writer = SplitWriter.create(fs, directory, schema, options)) {
      for (Object value : content) {
        Model.append(value, writer.column(0));
        writer.endRow();
      }
    }
  }

  private static FileSystem fs() throws IOException {
    return FileSystem.getLocal(new Configuration());
  }

  /** The values that satisfy a predicate. */
  private List<Object> of(Predicate predicate) throws IOException {
    try (SplitReader split = SplitReader.open(fs(), directory)) {
      Scan scan = Scan.of(split).filter(predicate).open();
      assertEquals(null, scan.undecided());
      List<Object> found = new ArrayList<>();
      while (scan.next(7)) {
        for (int i = 0; i < scan.count(); i++) {
          found.add(values.get((int) scan.row(i)));
        }
      }
      return found;
    }
  }

  private List<Object> of(Op op, Object literal) throws IOException {
    return of(Predicate.compare("c", op, literal));
  }

  private static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void integers_compareExactlyWithAnyNumber() throws IOException {
    long big = 9_007_199_254_740_993L;
    column("bigint", Long.MIN_VALUE, -1L, 0L, 1L, 2L, big, Long.MAX_VALUE, null);
    assertEquals(list(Long.MIN_VALUE, -1L, 0L, 1L), of(Op.LT, 1.5));
    assertEquals(list(Long.MIN_VALUE, -1L), of(Op.LE, new BigDecimal("-0.5")));
    assertEquals(list(), of(Op.EQ, 1.5));
    assertEquals(7, of(Op.NE, 1.5).size());
    assertEquals(list(2L), of(Op.EQ, new BigDecimal("2.00")));
    assertEquals(list(big, Long.MAX_VALUE), of(Op.GT, 9_007_199_254_740_992.0));
    for (Object above : list(HUGE, Double.NaN, Double.POSITIVE_INFINITY, 1e19)) {
      assertEquals(7, of(Op.LT, above).size());
      assertEquals(list(), of(Op.GE, above));
    }
    for (Object below : list(HUGE.negate(), Double.NEGATIVE_INFINITY)) {
      assertEquals(7, of(Op.GT, below).size());
    }
    assertEquals(of(Op.GT, 0L), of(Op.GT, TINY));
    assertEquals(of(Op.GE, 0L), of(Op.GT, TINY.negate()));
  }

  @Test
  void decimals_compareByValueWhateverTheScale() throws IOException {
    BigDecimal small = new BigDecimal("1.50");
    BigDecimal large = new BigDecimal("123456789012345678901234.00");
    column("decimal(38,2)", small.negate(), small, large, large.negate(), null);
    assertEquals(list(small), of(Op.EQ, new BigDecimal("1.5")));
    assertEquals(list(small), of(Op.EQ, 1.5));
    assertEquals(list(small, large), of(Op.GE, new BigDecimal("1.4999")));
    assertEquals(list(large), of(Op.EQ, large.setScale(5)));
    assertEquals(list(small.negate(), large.negate()), of(Op.LT, TINY));
    assertEquals(4, of(Op.LT, HUGE).size());
    assertEquals(4, of(Op.LT, Double.NaN).size());
  }

  @Test
  void floatingPoint_zerosAreEqualAndNanIsAboveAll() throws IOException {
    column("double", -1.0, -0.0, 0.0, 1.0, Double.POSITIVE_INFINITY, Double.NaN, null);
    assertEquals(list(-0.0, 0.0), of(Op.EQ, 0.0));
    assertEquals(list(-0.0, 0.0), of(Op.EQ, -0.0));
    assertEquals(list(-1.0), of(Op.LT, 0.0));
    assertEquals(list(1.0, Double.POSITIVE_INFINITY, Double.NaN), of(Op.GT, 0L));
    assertEquals(list(Double.NaN), of(Op.EQ, Double.NaN));
    assertEquals(list(Double.NaN), of(Op.GT, Double.POSITIVE_INFINITY));
    assertEquals(5, of(Op.LT, Double.NaN).size());
    assertEquals(
        list(Double.NaN, null),
        of(Predicate.not(Predicate.compare("c", Op.EQ_NULLSAFE, 1.0))).subList(4, 6));
  }

  @Test
  void dates_compareWithMomentsAsTheirMidnight() throws IOException {
    column("date", -1L, 0L, 1L, null);
    assertEquals(list(-1L, 0L), of(Op.LE, new TimestampValue(0, 1)));
    assertEquals(list(0L), of(Op.EQ, new TimestampValue(0, 0)));
    assertEquals(list(), of(Op.EQ, new TimestampValue(0, 1)));
    assertEquals(list(0L, 1L), of(Op.GT, new TimestampValue(-1, 0)));
  }

  @Test
  void char_trailingSpacesOfLiteralsDoNotCount() throws IOException {
    column("char(4)", Model.text(""), Model.text("a"), Model.text("ab"), null);
    assertEquals(list(Model.text("a")), of(Op.EQ, "a   "));
    assertEquals(list(Model.text("a")), of(Op.EQ, new byte[] {'a', ' '}));
    assertEquals(list(Model.text("")), of(Op.LT, "a "));
  }

  @Test
  void like_takesBytesThatAreNoUtf8AsTheyCome() throws IOException {
    java.nio.ByteBuffer broken =
        java.nio.ByteBuffer.wrap(new byte[] {'a', (byte) 0xC3, (byte) 0x28, 'b'});
    column("string", broken, Model.text("a\u00fcb"), Model.text("a%b"), Model.text(""), null);
    ColumnPath path = ColumnPath.of("c");
    assertEquals(list(Model.text("a\u00fcb"), Model.text("a%b")), of(Predicate.like(path, "a_b")));
    assertEquals(list(broken), of(Predicate.like(path, "a__b")));
    assertEquals(list(Model.text("a%b")), of(Predicate.like(path, "%\\%%")));
    assertEquals(list(Model.text("")), of(Predicate.like(path, "")));
    assertEquals(4, of(Predicate.like(path, "%%")).size());
    assertEquals(list(Model.text("")), of(Predicate.not(Predicate.like(path, "a%b"))));
  }

  @Test
  void literalThatCannotBeCompared_leavesThePartUndecided() throws IOException {
    column("int", 1L, null);
    try (SplitReader split = SplitReader.open(fs(), directory)) {
      Predicate misfit = Predicate.compare("c", Op.EQ, "noon");
      Scan scan = Scan.of(split).filter(misfit).open();
      assertEquals(misfit, scan.undecided());
      assertTrue(scan.next(10));
      assertEquals(1, scan.count());
    }
  }

  @Test
  void fold_decidesWhatIsOnConstants() throws IOException {
    column("int", 1L);
    dev.cif.format.vector.LongVector seven = new dev.cif.format.vector.LongVector(CifType.INT);
    seven.append(7);
    ConstantValues key = path -> path.column().equals("p") ? seven : null;
    Predicate other = Predicate.compare("c", Op.EQ, 1L);
    Predicate low = Predicate.compare("p", Op.LT, 7L);
    assertFalse(ConstantValues.fold(Predicate.and(List.of(low, other)), key).isPossible());
    assertTrue(ConstantValues.fold(Predicate.or(List.of(low, other)), key).isPossible());
    assertTrue(ConstantValues.fold(Predicate.not(low), key).isPossible());
    assertFalse(ConstantValues.fold(Predicate.compare("p", Op.NE, null), key).isPossible());
    assertFalse(
        ConstantValues.fold(Predicate.not(Predicate.compare("p", Op.NE, null)), key).isPossible());
    assertEquals(
        list(1L), of(ConstantValues.fold(Predicate.and(List.of(Predicate.not(low), other)), key)));
  }

  @Test
  void path_thatDoesNotFit_isAnErrorWithTheColumn() throws IOException {
    column("int", 1L);
    ColumnPath field = new ColumnPath("c.f", "c", List.of(new Step.Field("f")));
    try (SplitReader split = SplitReader.open(fs(), directory)) {
      Scan.Builder wishes = Scan.of(split).filter(Predicate.isNull(field));
      IOException e = assertThrows(IOException.class, wishes::open);
      assertTrue(e.getMessage().contains("c.f"), e.getMessage());
    }
  }

  private long rowsChosen(Predicate predicate) throws IOException {
    try (SplitReader split = SplitReader.open(fs(), directory)) {
      return Scan.of(split).prune(predicate).open().rowsChosen();
    }
  }

  @Test
  void part_isNullWhereItsColumnIs_soThatItsBlocksAreLeftOut() throws IOException {
    column("struct<f:int>", list(1L), null, list((Object) null), null, null);
    ColumnPath field = new ColumnPath("c.f", "c", List.of(new Step.Field("f")));
    Predicate isOne = Predicate.compare(field, Op.EQ, 1L);
    assertEquals(2, rowsChosen(isOne));
    assertEquals(2, rowsChosen(Predicate.not(isOne)));
    assertEquals(2, rowsChosen(Predicate.not(Predicate.in(field, List.of(7L)))));
    assertEquals(2, rowsChosen(Predicate.not(Predicate.isNull(field))));
    assertEquals(5, rowsChosen(Predicate.isNull(field)));
    assertEquals(5, rowsChosen(Predicate.not(Predicate.compare(field, Op.EQ_NULLSAFE, 1L))));
    assertEquals(5, rowsChosen(new Predicate.CompareColumns(field, Op.EQ_NULLSAFE, field)));
    ColumnPath missing = new ColumnPath("d.f", "d", List.of(new Step.Field("f")));
    assertEquals(0, rowsChosen(Predicate.like(missing, "x%")));
    assertEquals(5, rowsChosen(Predicate.isNull(missing)));
  }
}
