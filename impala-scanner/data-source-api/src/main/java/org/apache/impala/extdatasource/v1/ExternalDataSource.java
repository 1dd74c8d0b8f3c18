package org.apache.impala.extdatasource.v1;

import org.apache.impala.extdatasource.thrift.TCloseParams;
import org.apache.impala.extdatasource.thrift.TCloseResult;
import org.apache.impala.extdatasource.thrift.TGetNextParams;
import org.apache.impala.extdatasource.thrift.TGetNextResult;
import org.apache.impala.extdatasource.thrift.TOpenParams;
import org.apache.impala.extdatasource.thrift.TOpenResult;
import org.apache.impala.extdatasource.thrift.TPrepareParams;
import org.apache.impala.extdatasource.thrift.TPrepareResult;

/**
 * Interface that the class of a data source must implement. Impala's own interface has the same
 * name and methods, and replaces this one inside Impala. Errors are reported in the status of the
 * results.
 */
public interface ExternalDataSource {
  /**
   * Plans a scan: returns the expected number of rows, and the conditions that the source will
   * evaluate.
   */
  TPrepareResult prepare(TPrepareParams params);

  /** Begins a scan. The instance may be another one than that of prepare. */
  TOpenResult open(TOpenParams params);

  /** Returns the next rows of a scan. Several threads may call it at once, and after the end. */
  TGetNextResult getNext(TGetNextParams params);

  /** Ends a scan, finished or not. */
  TCloseResult close(TCloseParams params);
}
