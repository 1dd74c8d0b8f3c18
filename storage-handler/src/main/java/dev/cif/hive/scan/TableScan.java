package dev.cif.hive.scan;

import dev.cif.format.read.ColumnReader;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.Predicate;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.ColumnVector;
import dev.cif.hive.filter.BloomFilters;
import dev.cif.hive.filter.FilterConditions;
import dev.cif.hive.filter.NestedPaths;
import dev.cif.hive.serde.HiveNames;
import dev.cif.hive.serde.HiveTypes;
import dev.cif.hive.table.FolderColumns;
import dev.cif.hive.table.HiveTableColumns;
import dev.cif.hive.table.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.ql.plan.ExprNodeDesc;
import org.apache.hadoop.hive.serde.serdeConstants;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** Hive's request of a scan: the table's columns, and those that are to be read. */
public final class TableScan {
  private final List<String> names;
  private final List<CifType> types;
  private final boolean[] wanted;
  private final Set<String> nestedPaths;
  private final TableColumns columns;
  private final FolderColumns folders;

  private TableScan(
      List<String> names,
      List<CifType> types,
      boolean[] wanted,
      Set<String> nestedPaths,
      TableColumns columns,
      FolderColumns folders) {
    this.names = names;
    this.types = types;
    this.wanted = wanted;
    this.nestedPaths = nestedPaths;
    this.columns = columns;
    this.folders = folders;
  }

  /**
   * Reads the request from a job's configuration.
   *
   * @param place the table's folder, or one below
   * @throws CifException if a property of the table is not allowed
   */
  public static TableScan from(Configuration job, Path place) throws IOException {
    String names = job.get(IOConstants.SCHEMA_EVOLUTION_COLUMNS);
    String types = job.get(IOConstants.SCHEMA_EVOLUTION_COLUMNS_TYPES);
    if (names == null || types == null) {
      names = job.get(serdeConstants.LIST_COLUMNS, "");
      types = job.get(serdeConstants.LIST_COLUMN_TYPES, "");
    }
    List<CifType> columnTypes = new ArrayList<>();
    for (TypeInfo type : types.isEmpty() ? List.<TypeInfo>of() : parse(types)) {
      columnTypes.add(HiveTypes.toCif(type));
    }
    UnaryOperator<String> properties = TableProperties.of(job, place);
    List<String> columns =
        HiveNames.split(names, properties.apply(serdeConstants.COLUMN_NAME_DELIMITER));
    if (columns.size() != columnTypes.size()) {
      throw CifException.at(
          place,
          null,
          -1,
          "Hive gives "
              + columnTypes.size()
              + " columns the names '"
              + names
              + "', which can't be told apart; rename columns that have a comma in their names");
    }
    boolean[] wanted = new boolean[columns.size()];
    if (ColumnProjectionUtils.isReadAllColumns(job)) {
      Arrays.fill(wanted, true);
    }
    for (int id : ColumnProjectionUtils.getReadColumnIDs(job)) {
      // Ids beyond the columns are those of partition columns.
      if (id < wanted.length) {
        wanted[id] = true;
      }
    }
    return new TableScan(
        columns,
        columnTypes,
        wanted,
        nestedPaths(job),
        HiveTableColumns.ofTable(properties.apply("name"), columns, columnTypes, properties),
        FolderColumns.from(job, place));
  }

  /**
   * Returns the columns that split-directories are asked for.
   *
   * @param filter filter by which rows may be left out; null for none
   * @param others further columns whose metadata is needed
   */
  public TableColumns columns(ExprNodeDesc filter, Set<String> others) {
    List<String> read = new ArrayList<>(others);
    read.addAll(filter == null ? List.of() : filter.getCols());
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i]) {
        read.add(names.get(i));
      }
    }
    return columns.only(read);
  }

  private static List<TypeInfo> parse(String types) {
    return TypeInfoUtils.getTypeInfosFromTypeString(types);
  }

  private static Set<String> nestedPaths(Configuration job) {
    Set<String> paths = new LinkedHashSet<>();
    for (String path : ColumnProjectionUtils.getNestedColumnPaths(job)) {
      paths.add(HiveNames.lowerCase(path));
    }
    return paths;
  }

  /**
   * Returns a vector for column {@code i} into which readers put only the fields that a query
   * reads.
   */
  ColumnVector vector(int i) {
    ColumnVector vector = ColumnVector.create(types.get(i));
    NestedPaths.exclude(HiveNames.lowerCase(names.get(i)), vector, nestedPaths);
    return vector;
  }

  public int columnCount() {
    return wanted.length;
  }

  public String name(int i) {
    return names.get(i);
  }

  CifType type(int i) {
    return types.get(i);
  }

  public boolean isWanted(int i) {
    return wanted[i];
  }

  /** Returns true if any column is in folders. */
  public boolean hasFolderColumns() {
    return !folders.isEmpty();
  }

  /** Returns true if the values of column {@code i} are those of a split-directory's folders. */
  boolean isInFolders(int i) {
    return folders.have(names.get(i));
  }

  /** Returns the reader of column {@code i}. */
  ColumnReader column(int i, SplitReader split) throws IOException {
    return isInFolders(i)
        ? folders.column(names.get(i), types.get(i), split)
        : split.column(names.get(i), types.get(i));
  }

  /** Returns a predicate on a split-directory after its folders have decided their part. */
  public Predicate decided(Predicate predicate, Path directory) throws IOException {
    return folders.decided(predicate, directory, column -> types.get(indexOf(column)));
  }

  /**
   * Returns the type as which a column is read, which a split may lack ({@code stored} is null).
   */
  public CifType typeOf(String column, CifType stored) {
    int i = indexOf(column);
    return i < 0 ? stored : types.get(i);
  }

  /** Returns the part of a job's filter that is known now; the filter is null for none. */
  public Predicate predicate(ExprNodeDesc filter, Configuration job) {
    return FilterConditions.of(filter, this::ownType, job);
  }

  /** Returns the bloom filters that a job's filter refers to; the filter is null for none. */
  BloomFilters bloomFilters(ExprNodeDesc filter, Configuration job) throws IOException {
    return BloomFilters.of(filter, job, this::ownType);
  }

  /**
   * Returns the type of a column of the table's own; null for partition columns and virtual ones.
   */
  private CifType ownType(String column) {
    return typeOf(column, null);
  }

  /** Returns the position of a column, ignoring case; -1 if the table has none of that name. */
  int indexOf(String name) {
    String folded = CifSchema.foldCase(name);
    for (int i = 0; i < wanted.length; i++) {
      if (CifSchema.foldCase(names.get(i)).equals(folded)) {
        return i;
      }
    }
    return -1;
  }
}
