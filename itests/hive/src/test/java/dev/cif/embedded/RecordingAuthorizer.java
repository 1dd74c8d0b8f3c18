package dev.cif.embedded;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.security.HiveAuthenticationProvider;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveAuthorizer;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveAuthorizerFactory;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveAuthzSessionContext;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HiveMetastoreClientFactory;
import org.apache.hadoop.hive.ql.security.authorization.plugin.HivePrivilegeObject;

/** Allows all, and notes what it is asked for; masks columns and filters rows if it is told to. */
public final class RecordingAuthorizer implements HiveAuthorizerFactory {
  private static final List<String> ASKED = new ArrayList<>();

  private static String filter;
  private static Map<String, String> masks = Map.of();

  /** Forgets what was asked, filters and masks. */
  static void reset() {
    ASKED.clear();
    filter = null;
    masks = Map.of();
  }

  /** Shows those rows of each table only that a condition holds of; null for all. */
  static void filter(String condition) {
    filter = condition;
  }

  /** Shows expressions in place of columns. */
  static void mask(Map<String, String> expressions) {
    masks = expressions;
  }

  /** Returns the privileges that were asked for: "in" or "out", action, table and columns. */
  static List<String> asked() {
    return List.copyOf(ASKED);
  }

  @Override
  public HiveAuthorizer createHiveAuthorizer(
      HiveMetastoreClientFactory metastore,
      HiveConf conf,
      HiveAuthenticationProvider user,
      HiveAuthzSessionContext session) {
    return (HiveAuthorizer)
        Proxy.newProxyInstance(
            RecordingAuthorizer.class.getClassLoader(),
            new Class<?>[] {HiveAuthorizer.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "checkPrivileges" -> {
                    note("in", (List<?>) arguments[1]);
                    note("out", (List<?>) arguments[2]);
                    yield null;
                  }
                  case "filterListCmdObjects" -> arguments[0];
                  case "needTransform" -> filter != null || !masks.isEmpty();
                  case "applyRowFilterAndColumnMasking" -> hide((List<?>) arguments[1]);
                  default -> null;
                });
  }

  private static List<HivePrivilegeObject> hide(List<?> tables) {
    List<HivePrivilegeObject> hidden = new ArrayList<>();
    for (Object table : tables) {
      HivePrivilegeObject object = (HivePrivilegeObject) table;
      object.setRowFilterExpression(filter);
      object.setCellValueTransformers(
          object.getColumns().stream().map(name -> masks.getOrDefault(name, name)).toList());
      hidden.add(object);
    }
    return hidden;
  }

  private static void note(String side, List<?> objects) {
    for (Object object : objects) {
      HivePrivilegeObject asked = (HivePrivilegeObject) object;
      ASKED.add(
          side
              + " "
              + asked.getActionType()
              + " "
              + asked.getType()
              + " "
              + asked.getObjectName()
              + " "
              + asked.getColumns());
    }
  }
}
