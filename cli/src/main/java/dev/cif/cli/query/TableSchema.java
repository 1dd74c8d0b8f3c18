package dev.cif.cli.query;

import dev.cif.format.options.ReadOptions;
import dev.cif.format.read.SplitReader;
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
 * The split-directories of a folder and the schema that they have in common (FORMAT.md section
 * 4.1). Immutable.
 *
 * @param splits splits in the order of their paths, at least one
 * @param schema common schema
 */
public record TableSchema(List<FoundSplit> splits, CifSchema schema) {
  private static final String ADVICE = "read the folders one by one";

  public TableSchema {
    splits = List.copyOf(splits);
  }

  /**
   * Reads the schema files of a table whose values are to be read.
   *
   * @param folder a folder with split-directories at any depth, or one split-directory
   * @throws CifException if there is none, if a schema file is damaged, or if two split-directories
   *     have a column in types that do not go together
   */
  public static TableSchema read(FileSystem fs, Path folder) throws IOException {
    return read(fs, folder, new SchemaUnion(ADVICE));
  }

  /**
   * Reads the schema files of a table to show what it has: where types of a column do not go
   * together, it has the first of them.
   *
   * @param folder a folder with split-directories at any depth, or one split-directory
   * @throws CifException if there is none, or a schema file is damaged
   */
  public static TableSchema forShow(FileSystem fs, Path folder) throws IOException {
    return read(fs, folder, SchemaUnion.forShow());
  }

  private static TableSchema read(FileSystem fs, Path folder, SchemaUnion union)
      throws IOException {
    List<FoundSplit> splits;
    try {
      SplitFinder.Root root = new SplitFinder.Root(fs, folder, false);
      splits = SplitFinder.find(List.of(root), ReadOptions.DEFAULT);
    } catch (FileNotFoundException e) {
      throw new CifException(folder + ": there is no such folder", e);
    }
    if (splits.isEmpty()) {
      throw new CifException(
          folder + ": no split-directory is here; one is a folder with a file schema.cif");
    }
    List<CifSchema> schemas = Planner.visit(splits, TableSchema::schema);
    for (int i = 0; i < schemas.size(); i++) {
      union.add(splits.get(i).directory(), schemas.get(i));
    }
    List<Column> columns = union.columns();
    List<String> names = columns.stream().map(Column::name).toList();
    List<CifType> types = columns.stream().map(Column::type).toList();
    return new TableSchema(splits, CifSchema.of(names, types));
  }

  private static CifSchema schema(FoundSplit split) throws IOException {
    try (SplitReader reader = split.open(ReadOptions.DEFAULT)) {
      return reader.schema();
    }
  }
}
