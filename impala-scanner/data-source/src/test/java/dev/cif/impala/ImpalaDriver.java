package dev.cif.impala;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.impala.extdatasource.thrift.TBinaryPredicate;
import org.apache.impala.extdatasource.thrift.TCloseParams;
import org.apache.impala.extdatasource.thrift.TCloseResult;
import org.apache.impala.extdatasource.thrift.TColumnDesc;
import org.apache.impala.extdatasource.thrift.TGetNextParams;
import org.apache.impala.extdatasource.thrift.TOpenParams;
import org.apache.impala.extdatasource.thrift.TOpenResult;
import org.apache.impala.extdatasource.thrift.TPrepareParams;
import org.apache.impala.extdatasource.thrift.TPrepareResult;
import org.apache.impala.extdatasource.thrift.TTableSchema;
import org.apache.impala.extdatasource.v1.ExternalDataSource;
import org.apache.impala.thrift.TColumnType;
import org.apache.impala.thrift.TErrorCode;
import org.apache.impala.thrift.TPrimitiveType;
import org.apache.impala.thrift.TScalarType;
import org.apache.impala.thrift.TStatus;
import org.apache.impala.thrift.TTypeNode;
import org.apache.impala.thrift.TTypeNodeType;
import org.apache.impala.thrift.TUniqueId;
import org.apache.thrift.TBase;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TBinaryProtocol;

/**
 * Driver that calls a data source like Impala's planner and scan node. The planner asks one
 * instance to prepare. Another one is opened, read by any number of threads, and closed. Every
 * struct passes through thrift's binary protocol, and {@link BackendDecoder} decodes rows.
 * Conditions that the source did not accept are evaluated here, as in Impala.
 */
final class ImpalaDriver {
  /** Status that is not OK. */
  static final class QueryFailed extends Exception {
    private static final long serialVersionUID = 1L;

    QueryFailed(String call, TStatus status) {
      super(call + ": " + status.getStatus_code() + ": " + status.getError_msgs());
    }

    QueryFailed(String call, BackendDecoder.Result result) {
      super(call + ": " + result.statusCode + ": " + result.messages);
    }
  }

  /** Result of planning. */
  record Plan(
      List<List<SqlComparison>> accepted, List<List<SqlComparison>> remaining, long estimate) {}

  private final Supplier<ExternalDataSource> sources;
  private final String init;
  private final Map<String, String> table = new LinkedHashMap<>();
  private int batchSize = 1024;
  private int threads = 1;
  private long limit = Long.MAX_VALUE;
  private boolean offer = true;
  private int largestBatch;
  private Plan lastPlan;

  ImpalaDriver(String init) {
    this(CifDataSource::new, init);
  }

  /** Makes a driver of a class that was loaded in another way, and creates new instances of it. */
  ImpalaDriver(Supplier<ExternalDataSource> sources, String init) {
    this.sources = sources;
    this.init = init;
  }

  /** Declares a column of the table. */
  ImpalaDriver column(String name, String type) {
    table.put(name, type);
    return this;
  }

  ImpalaDriver batchSize(int rows) {
    batchSize = rows;
    return this;
  }

  ImpalaDriver threads(int count) {
    threads = count;
    return this;
  }

  ImpalaDriver limit(long rows) {
    limit = rows;
    return this;
  }

  /** Leaves all conditions to Impala. */
  ImpalaDriver offerNothing() {
    offer = false;
    return this;
  }

  /** Returns the plan of the last query. */
  Plan lastPlan() {
    return lastPlan;
  }

  int largestBatch() {
    return largestBatch;
  }

  static <T extends TBase<T, ?>> T through(T from, T to) {
    try {
      byte[] bytes = new TSerializer(new TBinaryProtocol.Factory()).serialize(from);
      new TDeserializer(new TBinaryProtocol.Factory()).deserialize(to, bytes);
      return to;
    } catch (TException e) {
      throw new AssertionError(e);
    }
  }

  static TColumnType type(String text) {
    TScalarType scalar = new TScalarType(TPrimitiveType.valueOf(text.replaceAll("\\(.*", "")));
    if (text.startsWith("DECIMAL")) {
      String[] size = text.substring(8, text.length() - 1).split(",", -1);
      scalar.setPrecision(Integer.parseInt(size[0])).setScale(Integer.parseInt(size[1]));
    }
    TTypeNode node = new TTypeNode(TTypeNodeType.SCALAR).setScalar_type(scalar);
    return new TColumnType(new ArrayList<>(List.of(node)));
  }

  private TColumnDesc descriptor(String column) {
    return new TColumnDesc().setName(column).setType(type(table.get(column)));
  }

  List<List<TBinaryPredicate>> thrift(List<List<SqlComparison>> conjuncts) {
    List<List<TBinaryPredicate>> all = new ArrayList<>();
    for (List<SqlComparison> disjuncts : conjuncts) {
      List<TBinaryPredicate> or = new ArrayList<>();
      for (SqlComparison c : disjuncts) {
        or.add(
            new TBinaryPredicate()
                .setCol(descriptor(c.column()))
                .setOp(c.op())
                .setValue(c.value()));
      }
      all.add(or);
    }
    return all;
  }

  /** Plans a query like DataSourceScanNode. */
  Plan plan(List<List<SqlComparison>> where) throws QueryFailed {
    TPrepareParams params =
        new TPrepareParams()
            .setTable_name("t")
            .setInit_string(init)
            .setPredicates(thrift(offer ? where : List.of()))
            .setClean_dbcp_ds_cache(true);
    TPrepareResult result =
        through(sources.get().prepare(through(params, new TPrepareParams())), new TPrepareResult());
    if (result.getStatus().getStatus_code() != TErrorCode.OK) {
      throw new QueryFailed("prepare", result.getStatus());
    }
    List<List<SqlComparison>> accepted = new ArrayList<>();
    List<List<SqlComparison>> remaining = new ArrayList<>(where);
    // Impala removes from the end, which is right only for positions that ascend.
    int before = Integer.MAX_VALUE;
    for (int i = result.getAccepted_conjunctsSize() - 1; i >= 0; i--) {
      int position = result.getAccepted_conjuncts().get(i);
      if (position >= before) {
        throw new AssertionError("not ascending: " + result.getAccepted_conjuncts());
      }
      accepted.add(0, where.get(position));
      remaining.remove(position);
      before = position;
    }
    lastPlan = new Plan(accepted, remaining, result.getNum_rows_estimate());
    return lastPlan;
  }

  List<List<Object>> select(String... columns) throws QueryFailed {
    return select(List.of(), columns);
  }

  /** Returns the rows of the columns for which all conjuncts are true, in no order. */
  List<List<Object>> select(List<List<SqlComparison>> where, String... columns) throws QueryFailed {
    Plan plan = plan(where);
    Set<String> slots = new LinkedHashSet<>(List.of(columns));
    plan.remaining().forEach(or -> or.forEach(c -> slots.add(c.column())));
    List<List<Object>> rows = run(plan, List.copyOf(slots));
    return rows.stream().map(row -> row.subList(0, columns.length)).toList();
  }

  /** Runs {@code SELECT count(*)}: no column is wanted unless a condition is left to Impala. */
  long count(List<List<SqlComparison>> where) throws QueryFailed {
    return select(where).size();
  }

  private List<List<Object>> run(Plan plan, List<String> slots) throws QueryFailed {
    ExternalDataSource source = sources.get();
    TOpenParams params =
        new TOpenParams()
            .setQuery_id(new TUniqueId(1, 2))
            .setTable_name("t")
            .setInit_string(init)
            .setAuthenticated_user_name("user")
            .setRow_schema(
                new TTableSchema().setCols(slots.stream().map(this::descriptor).toList()))
            .setBatch_size(batchSize)
            .setPredicates(thrift(plan.accepted()))
            .setClean_dbcp_ds_cache(true);
    TOpenResult opened =
        through(source.open(through(params, new TOpenParams())), new TOpenResult());
    if (opened.getStatus().getStatus_code() != TErrorCode.OK) {
      throw new QueryFailed("open", opened.getStatus());
    }
    if (opened.getScan_handle().isEmpty()) {
      throw new AssertionError("Impala never closes a scan without a handle");
    }
    try {
      return new ScanNode(source, opened.getScan_handle(), plan, slots).rows();
    } finally {
      close(source, opened.getScan_handle());
    }
  }

  private static void close(ExternalDataSource source, String handle) {
    TCloseParams params = new TCloseParams().setScan_handle(handle);
    TCloseResult closed =
        through(source.close(through(params, new TCloseParams())), new TCloseResult());
    if (closed.getStatus().getStatus_code() != TErrorCode.OK) {
      throw new AssertionError(closed.getStatus());
    }
  }

  /** Instances of a scan node, which share a data source, a handle and the flag of the end. */
  private final class ScanNode {
    private final ExternalDataSource source;
    private final String handle;
    private final Plan plan;
    private final List<String> slots;
    private final AtomicBoolean eos = new AtomicBoolean();
    private final List<List<Object>> rows = Collections.synchronizedList(new ArrayList<>());

    ScanNode(ExternalDataSource source, String handle, Plan plan, List<String> slots) {
      this.source = source;
      this.handle = handle;
      this.plan = plan;
      this.slots = slots;
    }

    List<List<Object>> rows() throws QueryFailed {
      if (threads == 1) {
        instance();
        return rows;
      }
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          running.add(
              pool.submit(
                  () -> {
                    instance();
                    return null;
                  }));
        }
        for (Future<?> instance : running) {
          instance.get();
        }
        return rows;
      } catch (java.util.concurrent.ExecutionException e) {
        if (e.getCause() instanceof QueryFailed failed) {
          throw failed;
        }
        throw new AssertionError(e.getCause());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        pool.shutdownNow();
      }
    }

    private void instance() throws QueryFailed {
      // The flag is looked at before a call only: what a call brings is used in any case.
      while (!eos.get() && rows.size() < limit) {
        BackendDecoder.Result result = next();
        if (result.statusCode != 0) {
          throw new QueryFailed("getNext", result);
        }
        long count = result.rowCount;
        if (count == 0 && !result.eos) {
          throw new AssertionError("Impala takes a batch without rows for the end");
        }
        if (count > (batchSize > 0 ? batchSize : 1024)) {
          throw new AssertionError("a batch of " + count + " rows");
        }
        if (result.eos) {
          eos.set(true);
        }
        take(result, (int) count);
      }
    }

    private BackendDecoder.Result next() {
      try {
        TGetNextParams params = new TGetNextParams().setScan_handle(handle);
        byte[] bytes =
            new TSerializer(new TBinaryProtocol.Factory())
                .serialize(source.getNext(through(params, new TGetNextParams())));
        return BackendDecoder.decode(bytes);
      } catch (TException e) {
        throw new AssertionError(e);
      }
    }

    private void take(BackendDecoder.Result result, int count) {
      if (result.columns.size() != slots.size()) {
        throw new AssertionError(result.columns.size() + " columns for " + slots);
      }
      List<List<Object>> columns = new ArrayList<>();
      for (int k = 0; k < slots.size(); k++) {
        try {
          columns.add(BackendDecoder.values(result.columns.get(k), table.get(slots.get(k))));
        } catch (TException e) {
          throw new AssertionError(e);
        }
        if (columns.get(k).size() != count) {
          throw new AssertionError("column " + slots.get(k) + " of another number of rows");
        }
      }
      synchronized (rows) {
        largestBatch = Math.max(largestBatch, count);
        for (int i = 0; i < count && rows.size() < limit; i++) {
          List<Object> row = new ArrayList<>();
          for (List<Object> column : columns) {
            row.add(column.get(i));
          }
          if (isWanted(row)) {
            rows.add(row);
          }
        }
      }
    }

    private boolean isWanted(List<Object> row) {
      for (List<SqlComparison> or : plan.remaining()) {
        if (or.stream().noneMatch(c -> c.isTrue(row.get(slots.indexOf(c.column()))))) {
          return false;
        }
      }
      return true;
    }
  }
}
