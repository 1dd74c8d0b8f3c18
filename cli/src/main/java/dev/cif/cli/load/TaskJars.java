package dev.cif.cli.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The part of this process's class path that tasks in other processes need and Hadoop lacks.
 * Folders of classes become jars in a temporary folder.
 */
final class TaskJars implements Closeable {
  private static final String TMP_JARS = "tmpjars";

  /** One class of each jar. */
  private static final List<String> CLASSES =
      List.of(
          "dev.cif.cli.load.LoadJob",
          "dev.cif.format.schema.CifSchema",
          "dev.cif.mapreduce.avro.AvroSchemas",
          "org.apache.avro.Schema",
          "org.apache.commons.compress.compressors.CompressorStreamFactory",
          "com.fasterxml.jackson.core.JsonParser",
          "com.fasterxml.jackson.databind.JsonNode",
          "com.fasterxml.jackson.annotation.JsonCreator",
          "com.github.luben.zstd.Zstd",
          "io.airlift.compress.Compressor",
          "org.apache.orc.OrcFile",
          "org.apache.parquet.hadoop.ParquetReader",
          "org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch",
          "org.apache.commons.csv.CSVFormat");

  private Path folder;

  /** Makes a job take the jars to its tasks, before Hadoop's own. */
  void addTo(Configuration job) throws IOException {
    Set<String> jars = new LinkedHashSet<>(job.getTrimmedStringCollection(TMP_JARS));
    for (Path place : places()) {
      jars.add((Files.isDirectory(place) ? pack(place) : place).toUri().toString());
    }
    job.set(TMP_JARS, String.join(",", jars));
    // Hadoop's Avro is too old.
    job.setBooleanIfUnset(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, true);
  }

  private static Set<Path> places() throws LoadException {
    Set<Path> places = new LinkedHashSet<>();
    for (String name : CLASSES) {
      try {
        Class<?> found = Class.forName(name, false, TaskJars.class.getClassLoader());
        places.add(Path.of(found.getProtectionDomain().getCodeSource().getLocation().toURI()));
      } catch (ClassNotFoundException | URISyntaxException e) {
        throw new LoadException("the jar of " + name + " for the job's tasks is not found", e);
      }
    }
    return places;
  }

  private Path pack(Path classes) throws IOException {
    if (folder == null) {
      folder = Files.createTempDirectory("cif-load");
    }
    Path jar = Files.createTempFile(folder, "classes", ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : new TreeSet<>(files.filter(Files::isRegularFile).toList())) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return jar;
  }

  @Override
  public void close() throws IOException {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
