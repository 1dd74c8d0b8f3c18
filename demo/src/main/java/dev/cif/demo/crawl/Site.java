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
 * One published Javadoc jar, seen as a section of a web site.
 *
 * @param group the Maven group, for example {@code org.apache.lucene}
 * @param artifact the Maven artifact
 * @param version the version published
 * @param jar the jar file
 */
record Site(String group, String artifact, String version, Path jar) {
  /** The host every page is served from; the top-level domain is reserved for examples. */
  static final String HOST = "javadoc.example";

  private static final Pattern JAR_NAME = Pattern.compile("(.+?)-(\\d.*)-javadoc\\.jar");

  /**
   * The Javadoc jars in a folder of one folder per Maven group, {@code
   * group/artifact-version-javadoc.jar}, sorted by path; other files are passed over.
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

  /** The path that all pages of this site share, with a slash at both ends. */
  String path() {
    return "/" + group + "/" + artifact + "/" + version + "/";
  }
}
