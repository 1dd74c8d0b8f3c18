package dev.cif.impala;

import dev.cif.format.schema.CifException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;
import org.apache.impala.extdatasource.thrift.TCloseParams;
import org.apache.impala.extdatasource.thrift.TCloseResult;
import org.apache.impala.extdatasource.thrift.TColumnDesc;
import org.apache.impala.extdatasource.thrift.TGetNextParams;
import org.apache.impala.extdatasource.thrift.TGetNextResult;
import org.apache.impala.extdatasource.thrift.TOpenParams;
import org.apache.impala.extdatasource.thrift.TOpenResult;
import org.apache.impala.extdatasource.thrift.TPrepareParams;
import org.apache.impala.extdatasource.thrift.TPrepareResult;
import org.apache.impala.extdatasource.v1.ExternalDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data source of CIF tables for an Impala without a patch: {@code CREATE DATA SOURCE cif ... CLASS
 * 'dev.cif.impala.CifDataSource' API_VERSION 'V1'}. The init string of a table is JSON; {@code
 * docs/IMPALA.md} lists its settings.
 *
 * <p>No method throws: every error becomes a status. Its message names file, column and offset as
 * far as they are known. Thread-safe.
 */
public final class CifDataSource implements ExternalDataSource {
  private static final Logger LOG = LoggerFactory.getLogger(CifDataSource.class);

  private final Map<String, SharedScan> scans = new ConcurrentHashMap<>();

  /** Creates an instance. Impala creates one for planning and one for each scan. */
  public CifDataSource() {}

  @Override
  public TPrepareResult prepare(TPrepareParams params) {
    try {
      if (InitString.keepsClass(params.getInit_string())) {
        NativeCode.load();
      }
      InitString settings = InitString.parse(params.getInit_string());
      List<List<TBinaryPredicate>> offered = orEmpty(params.getPredicates());
      List<Integer> accepted = Conditions.accepted(offered, settings);
      Conditions conditions = Conditions.of(accepted.stream().map(offered::get).toList(), settings);
      long rows = ImpalaTable.list(settings).estimate(conditions);
      return new TPrepareResult(Statuses.ok())
          .setNum_rows_estimate(rows)
          .setAccepted_conjuncts(accepted);
    } catch (Throwable e) {
      LOG.warn("prepare of table {} failed", params.getTable_name(), e);
      return new TPrepareResult(Statuses.error(e));
    }
  }

  @Override
  public TOpenResult open(TOpenParams params) {
    try {
      SharedScan scan = scan(params);
      String handle = UUID.randomUUID().toString();
      scans.put(handle, scan);
      return new TOpenResult(Statuses.ok()).setScan_handle(handle);
    } catch (Throwable e) {
      LOG.warn("open of table {} failed", params.getTable_name(), e);
      return new TOpenResult(Statuses.error(e));
    }
  }

  private static SharedScan scan(TOpenParams params) throws IOException {
    InitString settings = InitString.parse(params.getInit_string());
    Conditions conditions = Conditions.of(orEmpty(params.getPredicates()), settings);
    List<OutputColumn> columns = new ArrayList<>();
    if (params.isSetRow_schema()) {
      for (TColumnDesc column : orEmpty(params.getRow_schema().getCols())) {
        ImpalaType type = ImpalaType.from(column.getName(), column.getType());
        columns.add(new OutputColumn(column.getName(), type));
      }
    }
    // Limits are left to Impala, which applies them after its own conditions.
    return new SharedScan(ImpalaTable.list(settings), conditions, columns, params.getBatch_size());
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }

  @Override
  public TGetNextResult getNext(TGetNextParams params) {
    try {
      SharedScan scan = scans.get(String.valueOf(params.getScan_handle()));
      if (scan == null) {
        throw new CifException(
            "no scan has the handle '" + params.getScan_handle() + "'; it may have been closed");
      }
      SharedScan.Result result = scan.next();
      return new TGetNextResult(Statuses.ok())
          .setEos(result.end())
          .setRows(result.rows().toThrift());
    } catch (Throwable e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LOG.warn("reading the next rows failed", e);
      return new TGetNextResult(Statuses.error(e));
    }
  }

  @Override
  public TCloseResult close(TCloseParams params) {
    try {
      SharedScan scan = scans.remove(String.valueOf(params.getScan_handle()));
      if (scan != null) {
        scan.close();
        SharedScan.Totals t = scan.totals();
        LOG.debug(
            "{} rows of {} splits: {} bytes of {} column files",
            t.rows,
            t.splits,
            t.bytesRead,
            t.filesOpened);
      }
      return new TCloseResult(Statuses.ok());
    } catch (Throwable e) {
      LOG.warn("closing a scan failed", e);
      return new TCloseResult(Statuses.error(e));
    }
  }
}
