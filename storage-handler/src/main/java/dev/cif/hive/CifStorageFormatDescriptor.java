package dev.cif.hive;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.AbstractStorageFormatDescriptor;

/**
 * Descriptor of {@code STORED AS CIF}, which Hive finds as a service.
 *
 * <p>Hive keeps the instance of the first session for the whole process. If the jar is in {@code
 * hive.aux.jars.path} only, the class loader of that session is closed when it ends. Classes that
 * are not loaded by then can't be loaded any more. This class therefore refers to others by their
 * names.
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
