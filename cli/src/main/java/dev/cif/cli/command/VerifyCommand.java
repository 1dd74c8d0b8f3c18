package dev.cif.cli.command;

import dev.cif.cli.text.Amounts;
import dev.cif.format.commit.TableFiles;
import dev.cif.format.read.SplitDirectories;
import dev.cif.format.read.SplitReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Command {@code cif verify}: reads every byte of a table and checks every checksum. */
@Command(
    name = "verify",
    description = "Checks every checksum of a table; exit code 1 if anything is damaged.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Each damage is one line on standard error, with file, column and offset; all files are",
      "checked, also behind a damaged one. Unfinished split-directories and files that belong to",
      "no split are noted on standard output; they are no damage."
    })
final class VerifyCommand implements Callable<Integer> {
  private static final String COLUMN_FILE = ".col";

  @ParentCommand private Cif cif;

  @Parameters(paramLabel = "DIR", description = "A table's folder, or one split-directory.")
  private String directory;

  private final List<Path> splits = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private FileSystem fs;
  private Progress progress;
  private long files;
  private long rows;
  private long bytes;
  private long damages;

  @Override
  public Integer call() throws IOException, UsageException, CommandException {
    Path root = cif.path(directory);
    fs = cif.fileSystem(root);
    long total;
    try {
      total = Progress.waiting(cif.err(), "listing files", () -> find(root));
    } catch (FileNotFoundException e) {
      throw new CommandException(root + ": there is no such folder", e);
    }
    try (Progress p = new Progress(cif.err(), "verified", total)) {
      progress = p;
      verifyTableFile(root);
      for (Path split : splits) {
        verify(split);
      }
    }
    notes.forEach(note -> cif.out().println("note: " + note));
    if (splits.isEmpty()) {
      throw new CommandException(
          root + ": no split-directory is here; one is a folder with a file schema.cif");
    }
    cif.out()
        .println(
            String.join(
                ", ",
                Amounts.count(splits.size(), "split"),
                Amounts.count(files, "file"),
                Amounts.count(rows, "row"),
                Amounts.bytes(bytes) + " read",
                damages == 0 ? "no damage" : Amounts.count(damages, "damaged file")));
    return damages == 0 ? Cif.OK : Cif.DATA_ERROR;
  }

  /** Finds splits, and folders that were to become splits; returns the bytes of all files. */
  private long find(Path folder) throws IOException {
    FileStatus[] children = fs.listStatus(folder);
    Arrays.sort(children);
    long own = 0;
    boolean isSplit = false;
    int columnFiles = 0;
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      boolean hidden = SplitDirectories.isHidden(child);
      isSplit |= child.isFile() && name.equals(SplitDirectories.SCHEMA_FILE);
      columnFiles += child.isFile() && !hidden && name.endsWith(COLUMN_FILE) ? 1 : 0;
      own += child.isFile() && !hidden ? child.getLen() : 0;
    }
    if (isSplit) {
      splits.add(folder);
      return own;
    }
    if (columnFiles > 0) {
      notes.add(
          folder
              + ": unfinished split-directory: "
              + Amounts.count(columnFiles, "column file")
              + " of "
              + Amounts.bytes(own)
              + " and no schema.cif; readers do not see it");
    }
    long below = 0;
    for (FileStatus child : children) {
      boolean isWalked = child.isDirectory() && !SplitDirectories.isLoop(child);
      if (isWalked && !SplitDirectories.isHidden(child)) {
        below += find(child.getPath());
      }
    }
    return below;
  }

  private void verifyTableFile(Path root) {
    try {
      if (TableFiles.read(fs, root) != null) {
        files++;
        bytes += fs.getFileStatus(TableFiles.file(root)).getLen();
      }
    } catch (IOException e) {
      damaged(e, TableFiles.file(root));
    }
  }

  private void verify(Path split) {
    files++;
    try (SplitReader reader = SplitReader.open(fs, split)) {
      rows += reader.liveRows();
      files += reader.deletedRows().isEmpty() ? 0 : 1;
      Set<String> named = new HashSet<>();
      bytes += reader.metrics().bytesRead();
      long index = reader.verifyIndex();
      files += index > 0 ? 1 : 0;
      bytes += index;
      for (int i = 0; i < reader.schema().size(); i++) {
        // Columns of a group share their file.
        for (Path file : reader.files(i)) {
          files += named.add(file.getName()) ? 1 : 0;
        }
        verify(reader, i);
        progress.update(rows, bytes);
      }
      for (String file : reader.otherFiles()) {
        named.add(file);
        notes.add(
            split
                + "/"
                + file
                + ": of a column before a change, or of a change that was not committed; 'cif"
                + " vacuum' removes what no reader can want");
      }
      strangers(split, named);
    } catch (IOException | RuntimeException e) {
      damaged(e, new Path(split, SplitDirectories.SCHEMA_FILE));
    }
  }

  private void verify(SplitReader reader, int column) {
    try {
      bytes += reader.verify(column);
    } catch (IOException | RuntimeException e) {
      damaged(e, reader.file(column));
    }
  }

  /** Reports a damage in one line, which names the file in any case. */
  private void damaged(Exception e, Path file) {
    damages++;
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    String name = file.getParent().getName() + "/" + file.getName();
    boolean placed = message.contains(name) || message.contains(file.getParent().toString());
    cif.report("damaged: " + (placed ? message : file + ": " + message), e);
  }

  private void strangers(Path split, Set<String> named) throws IOException {
    for (FileStatus child : fs.listStatus(split)) {
      String name = child.getPath().getName();
      boolean hidden = SplitDirectories.isHidden(child);
      if (child.isFile() && !hidden && name.endsWith(COLUMN_FILE) && !named.contains(name)) {
        notes.add(child.getPath() + ": belongs to no column; readers do not see it");
      }
    }
  }
}
