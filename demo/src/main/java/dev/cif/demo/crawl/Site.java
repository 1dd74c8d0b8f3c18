package dev.cif.demo.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One published Javadoc jar, in the role of a section of a web site.
 *
 * @param group Maven group, for example {@code org.apache.lucene}
 * @param artifact Maven artifact
 * @param version published version
 * @param jar jar file
 */
record Site(String group, String artifact, String version, Path jar) {
  /** Host of every page; the top-level domain is reserved for examples. */
  static final String HOST = "javadoc.example";

  private static final Pattern JAR_NAME = Pattern.compile("(.+?)-(\\d.*)-javadoc\\.jar");

  /**
   * Returns the Javadoc jars in a folder of one folder per Maven group, {@code
   * group/artifact-version-javadoc.jar}, sorted by path; other files are ignored.
   *
   * @throws IOException if the folder cannot be read, or holds no such jar
   */
  static List<Site> in(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found =
        Files.find(folder, 2, (path, attributes) -> attributes.isRegularFile())) {
      files = found.sorted().toList();
    }
    List<Site> sites = new ArrayList<>();
    for (Path file : files) {
      Matcher name = JAR_NAME.matcher(file.getFileName().toString());
      if (name.matches() && !file.getParent().equals(folder)) {
        String group = file.getParent().getFileName().toString();
        sites.add(new Site(group, name.group(1), name.group(2), file));
      }
    }
    if (sites.isEmpty()) {
      throw new NoSuchFileException(
          folder.toString(), null, "holds no group/artifact-version-javadoc.jar; fetch them first");
    }
    return List.copyOf(sites);
  }

  /** Returns the path that all pages of this site share, with a slash at both ends. */
  String path() {
    return "/" + group + "/" + artifact + "/" + version + "/";
  }
}
