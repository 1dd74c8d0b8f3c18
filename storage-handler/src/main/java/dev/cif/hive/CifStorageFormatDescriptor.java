package dev.cif.hive;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.AbstractStorageFormatDescriptor;

/**
 * Makes {@code STORED AS CIF} known to Hive, which finds it as a service.
 *
 * <p>Hive keeps the instance of the first session for the whole process. Where the jar is in {@code
 * hive.aux.jars.path} only, the class loader of that session is closed when it ends: what is not
 * loaded by then can't be any more. So this names classes by their names.
 */
public final class CifStorageFormatDescriptor extends AbstractStorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("CIF");
  }

  @Override
  public String getInputFormat() {
    return "dev.cif.hive.CifInputFormat";
  }

  @Override
  public String getOutputFormat() {
    return "dev.cif.hive.CifOutputFormat";
  }

  @Override
  public String getSerde() {
    return "dev.cif.hive.serde.CifSerDe";
  }
}
