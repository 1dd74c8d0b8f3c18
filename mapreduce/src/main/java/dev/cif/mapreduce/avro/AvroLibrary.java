package dev.cif.mapreduce.avro;

import dev.cif.format.schema.CifException;
import java.security.CodeSource;
import org.apache.avro.Schema;

/** Check of the Avro library on the class path. Hadoop brings its own version, which is too old. */
public final class AvroLibrary {
  private AvroLibrary() {}

  /**
   * Checks that Avro is not older than 1.9.
   *
   * @throws CifException with the library's location, and the setting that puts the job's version
   *     first
   */
  public static void expectRecent() throws CifException {
    try {
      Schema.class.getMethod("isNullable");
    } catch (NoSuchMethodException e) {
      CodeSource source = Schema.class.getProtectionDomain().getCodeSource();
      throw new CifException(
          "Avro is older than 1.9 here, from "
              + (source == null ? "an unknown place" : source.getLocation())
              + "; let the job's jars come before Hadoop's: mapreduce.job.user.classpath.first=true"
              + " for its tasks, HADOOP_USER_CLASSPATH_FIRST=true where it is submitted",
          e);
    }
  }
}
