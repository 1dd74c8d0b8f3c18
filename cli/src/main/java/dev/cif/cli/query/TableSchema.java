package dev.cif.cli.query;

import dev.cif.format.CifException;
import dev.cif.format.CifSchema;
import dev.cif.format.CifType;
import dev.cif.format.Column;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import dev.cif.format.scan.FoundSplit;
import dev.cif.format.scan.Planner;
import dev.cif.format.scan.SplitFinder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Split-directories of a folder with their common schema: every column of any of them in the order
 * of appearance, with the type in the last split that has it. Immutable.
 *
 * @param splits splits in the order of their paths, at least one
 * @param schema common schema
 */
public record TableSchema(List<FoundSplit> splits, CifSchema schema) {
  public TableSchema {
    splits = List.copyOf(splits);
  }

  /**
   * Reads the schema files.
   *
   * @param folder a folder with split-directories at any depth, or one split-directory
   * @throws CifException if there is none, or a schema file is damaged
   */
  public static TableSchema read(FileSystem fs, Path folder) throws IOException {
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
    List<String> names = new ArrayList<>();
    Map<String, CifType> types = new LinkedHashMap<>();
    for (CifSchema schema : Planner.visit(splits, TableSchema::schema)) {
      for (Column column : schema.columns()) {
        if (types.put(CifSchema.foldCase(column.name()), column.type()) == null) {
          names.add(column.name());
        }
      }
    }
    return new TableSchema(splits, CifSchema.of(names, new ArrayList<>(types.values())));
  }

  private static CifSchema schema(FoundSplit split) throws IOException {
    try (SplitReader reader = split.open(ReadOptions.DEFAULT)) {
      return reader.schema();
    }
  }
}
