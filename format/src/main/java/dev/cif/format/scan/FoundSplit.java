package dev.cif.format.scan;

import dev.cif.format.ListedSplit;
import dev.cif.format.ReadOptions;
import dev.cif.format.SplitReader;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;

/** A split-directory that {@link SplitFinder} found. */
public record FoundSplit(FileSystem fs, ListedSplit listed) {
  /** Opens it for a plan: {@link SplitReader#open(FileSystem, ListedSplit, ReadOptions)}. */
  public SplitReader open(ReadOptions options) throws IOException {
    return SplitReader.open(fs, listed, options);
  }
}
