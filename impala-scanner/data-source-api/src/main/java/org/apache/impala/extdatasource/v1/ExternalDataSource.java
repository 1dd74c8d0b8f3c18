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
 * The interface that Impala asks a data source's class to declare; its own, of the same name and
 * methods, takes this one's place inside Impala. Errors are told by the status of the results.
 */
public interface ExternalDataSource {
  /** Planning: how many rows to expect, and which conditions the source will evaluate. */
  TPrepareResult prepare(TPrepareParams params);

  /** Begins a scan, on an instance that need not be the one that was asked to prepare. */
  TOpenResult open(TOpenParams params);

  /** The next rows of a scan; may be called by several threads at once, and after the end. */
  TGetNextResult getNext(TGetNextParams params);

  /** Ends a scan, finished or not. */
  TCloseResult close(TCloseParams params);
}
