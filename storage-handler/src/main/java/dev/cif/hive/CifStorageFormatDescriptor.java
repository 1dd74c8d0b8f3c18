package dev.cif.hive;

import dev.cif.hive.serde.CifSerDe;
import java.util.Set;
import org.apache.hadoop.hive.ql.io.AbstractStorageFormatDescriptor;

/** Makes {@code STORED AS CIF} known to Hive, which finds it as a service. */
public final class CifStorageFormatDescriptor extends AbstractStorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("CIF");
  }

  @Override
  public String getInputFormat() {
    return CifInputFormat.class.getName();
  }

  @Override
  public String getOutputFormat() {
    return CifOutputFormat.class.getName();
  }

  @Override
  public String getSerde() {
    return CifSerDe.class.getName();
  }
}
