package dev.cif.cli.query;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.read.TableColumns;
import dev.cif.format.scan.DescribedTable;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.SchemaUnion;
import dev.cif.format.scan.SplitFinder;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.Column;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The split-directories of a folder and the columns of the table: those of its table file if there
 * is one (FORMAT.md section 2.4), else those that the schema files have in common (section 4.1).
 * Immutable.
 *
 * @param splits splits in the order of their paths, at least one
 * @param schema columns that have files
 * @param folders columns that are folders; none without a table file
 * @param described table file; null if there is none
 */
public record TableSchema(
    List<FoundSplit> splits, CifSchema schema, List<Column> folders, DescribedTable described) {
  private static final String ADVICE = "read the folders one by one";

  public TableSchema {
    splits = List.copyOf(splits);
    folders = List.copyOf(folders);
  }

  /**
   * Reads the schema files of a table whose values are to be read.
   *
   * @param folder a folder with split-directories at any depth, or one split-directory
   * @throws CifException if there is none, if a schema file is damaged, or if two split-directories
   *     have a column in types that do not go together
   */
  public static TableSchema read(FileSystem fs, Path folder) throws IOException {
    DescribedTable described = DescribedTable.findCommitted(fs, folder, fs.getConf());
    return read(fs, folder, described, new SchemaUnion(ADVICE), true);
  }

  /**
   * Reads the schema files of a table to show what it has: where types of a column do not go
   * together, it has that of the table file, or the first of them.
   *
   * @param folder a folder with split-directories at any depth, or one split-directory
   * @throws CifException if there is none, or a schema file is damaged
   */
  public static TableSchema forShow(FileSystem fs, Path folder) throws IOException {
    return read(fs, folder, DescribedTable.forShow(fs, folder), SchemaUnion.forShow(), false);
  }

  private static TableSchema read(
      FileSystem fs,
      Path folder,
      DescribedTable described,
      SchemaUnion union,
      boolean areValuesRead)
      throws IOException {
    List<FoundSplit> splits;
    try {
      splits =
          described == null
              ? SplitFinder.find(
                  List.of(new SplitFinder.Root(fs, folder, false)), ReadOptions.DEFAULT)
              : described.splits(fs, folder, false, ReadOptions.DEFAULT);
    } catch (FileNotFoundException e) {
      throw new CifException(folder + ": there is no such folder", e);
    }
    if (described != null) {
      return of(described, splits, areValuesRead);
    }
    if (splits.isEmpty()) {
      throw new CifException(
          folder + ": no split-directory is here; one is a folder with a file schema.cif");
    }
    List<CifSchema> schemas = Planner.visit(splits, split -> schema(split, TableColumns.STORED));
    for (int i = 0; i < schemas.size(); i++) {
      union.add(splits.get(i).directory(), schemas.get(i));
    }
    // Ids of columns are those of split-directories, and may be the same.
    List<String> names = union.columns().stream().map(Column::name).toList();
    List<CifType> types = union.columns().stream().map(Column::type).toList();
    return new TableSchema(splits, CifSchema.of(names, types), List.of(), null);
  }

  private static TableSchema of(
      DescribedTable described, List<FoundSplit> splits, boolean areValuesRead) throws IOException {
    List<CifSchema> schemas = Planner.visit(splits, split -> schema(split, described.table()));
    for (int i = 0; areValuesRead && i < schemas.size(); i++) {
      described.expectReadable(splits.get(i).directory(), schemas.get(i));
    }
    return new TableSchema(
        splits, CifSchema.of(described.columns()), described.partitionColumns(), described);
  }

  private static CifSchema schema(FoundSplit split, TableColumns columns) throws IOException {
    try (SplitReader reader = split.open(ReadOptions.DEFAULT, columns)) {
      return reader.schema();
    }
  }

  /** Returns the columns that a query may name: those with files, and then the folders. */
  public CifSchema readable() {
    return described == null ? schema : described.readable();
  }

  /** Returns true if a column of the table's is a folder, ignoring case. */
  public boolean isFolder(String name) {
    String folded = CifSchema.foldCase(name);
    return folders.stream().anyMatch(one -> CifSchema.foldCase(one.name()).equals(folded));
  }

  /** Returns the columns with which a split-directory is opened, folders as constants. */
  public TableColumns columnsOf(FoundSplit split) {
    return described == null ? TableColumns.STORED : described.columnsOf(split.directory());
  }
}
