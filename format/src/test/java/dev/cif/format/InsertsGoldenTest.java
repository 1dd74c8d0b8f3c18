package dev.cif.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cif.format.commit.ChangeOrigin;
import dev.cif.format.commit.ChangeUndo;
import dev.cif.format.commit.InsertedSplit;
import dev.cif.format.commit.SplitDelete;
import dev.cif.format.commit.TableChange;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.read.SplitReader;
import dev.cif.format.schema.CifException;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import dev.cif.format.vector.BytesVector;
import dev.cif.format.vector.LongVector;
import dev.cif.format.write.SplitWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The golden table of {@code testdata/inserts}: rows inserted by a change that is committed, by one
 * that was taken back, and by one that is pending. {@link #main} has made it; like the other golden
 * files it is never written again.
 */
class InsertsGoldenTest {
  private static final java.nio.file.Path FOLDER =
      Golden.FOLDER.resolveSibling("inserts").toAbsolutePath().normalize();

  @TempDir java.nio.file.Path folder;

  private static String expected() {
    return String.join(
        "\n",
        "p=0/a 99 " + (99 * 100 / 2 - 3),
        "p=0/insert-merge-0 4 " + (1001 + 1002 + 1003 + 1004),
        "p=0/insert-pending-0 0 0",
        "p=1/insert-merge-1 70000 " + IntStream.range(0, 70_000).asLongStream().sum(),
        "p=2/insert-undone-0 0 0\n");
  }

  @Test
  void rowsThatCount() throws IOException {
    assertEquals(expected(), DeletesGoldenTest.read(FOLDER.resolve("table")));
    assertEquals(expected(), Files.readString(FOLDER.resolve("rows.txt")));
  }

  /** Reads the schema file of an inserted split-directory with another content. */
  private String refusal(Consumer<ObjectNode> edit) throws IOException {
    Files.copy(
        FOLDER.resolve("table/p=0/insert-merge-0/schema.cif"),
        folder.resolve("schema.cif"),
        StandardCopyOption.REPLACE_EXISTING);
    HandMade split = HandMade.at(folder);
    split.editSchema(edit);
    return assertThrows(CifException.class, () -> split.open().close()).getMessage();
  }

  private static ObjectNode change(ObjectNode json, int at) {
    return (ObjectNode) json.path("changes").path(at);
  }

  @Test
  void impossibleInserts_areRefused() throws IOException {
    String odd = refusal(json -> change(json, 0).put("inserts", "there"));
    assertTrue(odd.contains("'inserts' of a change is neither 'here' nor 'elsewhere'"), odd);
    odd = refusal(json -> change(json, 0).put("inserts", 1));
    assertTrue(odd.contains("'inserts' of a change is neither"), odd);
    odd = refusal(json -> change(json, 0).put("inserts", "elsewhere"));
    assertTrue(odd.contains("change merge has no columns and deletes no rows"), odd);
    odd = refusal(json -> change(json, 1).put("inserts", "here"));
    assertTrue(odd.contains("change second inserts the rows, and is not the first"), odd);
    odd =
        refusal(
            json -> {
              change(json, 0).set("deletes", change(json, 1).path("deletes"));
              ((ArrayNode) json.path("changes")).remove(1);
            });
    assertTrue(odd.contains("has columns or deleted rows"), odd);
    odd = refusal(json -> json.put("rows", (1L << 32) + 1));
    assertTrue(odd.contains("rows, which are more than 2^32"), odd);
  }

  private static void write(Path place, int first, int rows) throws IOException {
    CifSchema schema = CifSchema.of(List.of("n", "s"), List.of(CifType.INT, CifType.STRING));
    try (SplitWriter writer =
        SplitWriter.create(LocalFiles.fs(), place, schema, WriteOptions.DEFAULT)) {
      for (int row = first; row < first + rows; row++) {
        ((LongVector) writer.column(0)).append(row);
        ((BytesVector) writer.column(1)).append("text " + row % 7);
        writer.endRow();
      }
    }
  }

  private static TableChange begin(Path table, String id) throws IOException {
    return TableChange.begin(LocalFiles.fs(), table, id, List.of(TableChange.ROWS), List.of());
  }

  private static void delete(TableChange change, Path place, int row) throws IOException {
    try (SplitReader reader = SplitReader.open(LocalFiles.fs(), place)) {
      SplitDelete delete = SplitDelete.of(reader, List.of());
      delete.delete(row);
      delete.addTo(LocalFiles.fs(), change);
    }
  }

  private static void insert(TableChange change, Path table, String partition, int first, int rows)
      throws IOException {
    Path written = new Path(TableChange.workFolder(table, change.id()), "at-" + first);
    write(written, first, rows);
    change.add(new InsertedSplit(written, partition, rows));
  }

  /** Makes the golden table. */
  public static void main(String[] args) throws IOException {
    if (Files.exists(FOLDER)) {
      throw new IllegalStateException(FOLDER + " is there, and stays as it is");
    }
    Path table = LocalFiles.fs().makeQualified(new Path(FOLDER.resolve("table").toUri()));
    write(new Path(table, "p=0/a"), 0, 100);
    try (TableChange change = begin(table, "undone")) {
      insert(change, table, "p=2", 9000, 3);
      change.commit();
    }
    ChangeUndo.newest(LocalFiles.fs(), table, ChangeOrigin.UNKNOWN, newest -> {});
    try (TableChange change = begin(table, "merge")) {
      delete(change, new Path(table, "p=0/a"), 3);
      insert(change, table, "p=0", 1000, 5);
      insert(change, table, "p=1", 0, 70_000);
      change.commit();
    }
    try (TableChange change = begin(table, "second")) {
      delete(change, new Path(table, "p=0/insert-merge-0"), 0);
      change.commit();
    }
    try (TableChange change = begin(table, "pending")) {
      insert(change, table, "p=0", 3000, 7);
      change.commit();
    }
    java.nio.file.Path status = FOLDER.resolve("table/_cif_changes");
    Files.move(status.resolve("pending.committed"), status.resolve("pending.pending"));
    Files.writeString(FOLDER.resolve("rows.txt"), DeletesGoldenTest.read(FOLDER.resolve("table")));
    Golden.removeWritersFiles(FOLDER);
  }
}
