package dev.cif.hive.update;

import dev.cif.format.schema.CifSchema;
import dev.cif.hive.version.Hive31;
import dev.cif.hive.version.HiveFeatures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.hooks.ReadEntity;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.hooks.WriteEntity.WriteType;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.security.authorization.AuthorizationUtils;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveAuthorizer;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveAuthzContext;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveOperationType;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject.HivePrivObjectActionType;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject.HivePrivilegeObjectType;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * The privileges that a statement needs which Hive plans as a query of ours. Hive would ask for
 * those of the query: to read two columns that nobody can grant, and to write a folder. The user is
 * asked for those of the statement instead, as for one that is Hive's own.
 *
 * <p>An authorizer of Hive's newer kind (SQL standard, Ranger) is asked here, since Hive takes the
 * names of written columns from its analyzer, which no hook sees. One of the older kind (storage
 * based) is asked by Hive, for the table as a whole.
 */
final class StatementRights {
  private final Table table;
  private final Set<String> reads;
  private final Map<WriteType, Set<String>> writes = new EnumMap<>(WriteType.class);

  /**
   * Rights to read alone.
   *
   * @param table that the statement is on
   * @param reads its columns that the statement reads, partition columns too
   */
  StatementRights(Table table, Collection<String> reads) {
    this.table = table;
    this.reads = new TreeSet<>(reads);
  }

  /**
   * Adds what the statement does to rows.
   *
   * @param type INSERT, UPDATE or DELETE
   * @param columns that are written; none for whole rows
   */
  StatementRights write(WriteType type, Collection<String> columns) {
    writes.put(type, new TreeSet<>(columns));
    return this;
  }

  /**
   * Looks for masks and row filters that the authorizer applies when this user reads a table. Hive
   * refuses its own UPDATE of such a table, too: masked values would be written, and filtered rows
   * passed over.
   *
   * @param command of the user
   * @return the reason to refuse the statement; null if there is none
   */
  static String hidden(Table table, String command) throws SemanticException {
    HiveAuthorizer authorizer = SessionState.get().getAuthorizerV2();
    if (authorizer == null || !authorizer.needTransform()) {
      return null;
    }
    List<String> columns = table.getAllCols().stream().map(FieldSchema::getName).toList();
    HivePrivilegeObject asked =
        HiveFeatures.IS_4
            ? new HivePrivilegeObject(
                table.getDbName(),
                table.getTableName(),
                columns,
                table.getOwner(),
                table.getOwnerType())
            : Hive31.read(table.getDbName(), table.getTableName(), columns);
    List<HivePrivilegeObject> hidden =
        authorizer.applyRowFilterAndColumnMasking(context(command), List.of(asked));
    for (HivePrivilegeObject object : hidden == null ? List.<HivePrivilegeObject>of() : hidden) {
      if (object.getRowFilterExpression() != null) {
        return "a row filter hides rows from the user, of " + table.getFullyQualifiedName();
      }
      List<String> values = object.getCellValueTransformers();
      for (int i = 0; values != null && i < values.size(); i++) {
        if (!columns.get(i).equals(values.get(i))) {
          return "column '"
              + columns.get(i)
              + "' is masked for the user, of "
              + table.getFullyQualifiedName();
        }
      }
    }
    return null;
  }

  /**
   * Looks for masks and row filters of all tables that a query reads, those below views too: Hive
   * applies them there as well.
   *
   * @param query which was analysed
   * @return the reason to refuse the statement; null if there is none
   */
  static String hiddenIn(HiveSemanticAnalyzerHookContext query) throws SemanticException {
    Map<String, Table> tables = new TreeMap<>();
    for (ReadEntity input : query.getInputs()) {
      if (input.getTable() != null) {
        tables.put(input.getTable().getFullyQualifiedName(), input.getTable());
      }
    }
    for (Table table : tables.values()) {
      String reason = hidden(table, query.getCommand());
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /**
   * Puts them in place of the query's, which was analysed and not authorized yet.
   *
   * @param isExplained whether the statement is explained only; then Hive asks
   * @throws SemanticException if the user lacks one
   */
  void demand(HiveSemanticAnalyzerHookContext query, boolean isExplained) throws SemanticException {
    boolean isAskedHere =
        !isExplained
            && HiveConf.getBoolVar(query.getConf(), ConfVars.HIVE_AUTHORIZATION_ENABLED)
            && SessionState.get().isAuthorizationModeV2();
    query.getOutputs().removeIf(WriteEntity::isPathType);
    for (WriteType type : writes.keySet()) {
      query.getOutputs().add(isAskedHere ? new Asked(table, type) : new WriteEntity(table, type));
    }
    if (isAskedHere) {
      ask(query);
      for (ReadEntity input : query.getInputs()) {
        // Hive asks for the other tables of subqueries.
        if (input.getTable() == null || isSame(input.getTable())) {
          input.setDirect(false);
        }
      }
    }
  }

  private boolean isSame(Table other) {
    return other.getFullyQualifiedName().equals(table.getFullyQualifiedName());
  }

  private void ask(HiveSemanticAnalyzerHookContext query) throws SemanticException {
    Set<String> asked = new TreeSet<>(reads);
    asked.addAll(readElsewhere(query));
    List<HivePrivilegeObject> inputs = List.of(object(HivePrivObjectActionType.OTHER, asked));
    List<HivePrivilegeObject> outputs = new ArrayList<>();
    writes.forEach(
        (type, columns) ->
            outputs.add(
                object(AuthorizationUtils.getActionType(new WriteEntity(table, type)), columns)));
    try {
      SessionState.get()
          .getAuthorizerV2()
          .checkPrivileges(HiveOperationType.QUERY, inputs, outputs, context(query.getCommand()));
    } catch (HiveException e) {
      throw new SemanticException(e.getMessage(), e);
    }
  }

  /**
   * Returns the columns that the plan reads of the table, also where a subquery or the source of a
   * MERGE names it again. Hive notes them for its authorizers.
   */
  private Set<String> readElsewhere(HiveSemanticAnalyzerHookContext query) {
    Set<String> columns = new TreeSet<>();
    for (ReadEntity input : query.getInputs()) {
      if (input.getTable() != null && isSame(input.getTable())) {
        input.getAccessedColumns().forEach(column -> columns.add(CifSchema.foldCase(column)));
      }
    }
    // Virtual columns, which nobody can grant.
    columns.removeIf(column -> !RowStatement.isIn(table.getAllCols(), column));
    return columns;
  }

  private HivePrivilegeObject object(HivePrivObjectActionType action, Set<String> written) {
    List<String> columns = written.isEmpty() ? null : List.copyOf(written);
    if (!HiveFeatures.IS_4) {
      return Hive31.privilege(table.getDbName(), table.getTableName(), columns, action);
    }
    return new HivePrivilegeObject(
        HivePrivilegeObjectType.TABLE_OR_VIEW,
        table.getDbName(),
        table.getTableName(),
        null,
        columns,
        action,
        null,
        null,
        table.getOwner(),
        table.getOwnerType());
  }

  private static HiveAuthzContext context(String command) {
    HiveAuthzContext.Builder context = new HiveAuthzContext.Builder();
    context.setCommandString(command);
    context.setUserIpAddress(SessionState.get().getUserIpAddress());
    context.setForwardedAddresses(SessionState.get().getForwardedAddresses());
    return context.build();
  }

  /**
   * A table that is written, for locks and for hooks that follow; Hive passes it over when it asks.
   */
  private static final class Asked extends WriteEntity {
    private static final long serialVersionUID = 1L;

    Asked(Table table, WriteType type) {
      super(table, type);
    }

    @Override
    public boolean isTempURI() {
      return true;
    }
  }
}
