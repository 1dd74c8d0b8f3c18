package dev.cif.embedded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.udf.UDFType;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.IntObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;

/**
 * A function of Hive's for an int. True, once the gate is open: a query stops there in the middle
 * of its rows. For a negative value the query fails.
 */
@UDFType(deterministic = false)
public final class Gate extends GenericUDF {
  /** The statement that makes it {@code gate} in a session. */
  static final String FUNCTION = "CREATE TEMPORARY FUNCTION gate AS '" + Gate.class.getName() + "'";

  private static volatile CountDownLatch reached = new CountDownLatch(1);
  private static volatile CountDownLatch opened = new CountDownLatch(1);

  private transient IntObjectInspector inspector;

  @Override
  public ObjectInspector initialize(ObjectInspector[] arguments) {
    inspector = (IntObjectInspector) arguments[0];
    return PrimitiveObjectInspectorFactory.javaBooleanObjectInspector;
  }

  @Override
  public Object evaluate(DeferredObject[] arguments) throws HiveException {
    int value = inspector.get(arguments[0].get());
    if (value < 0) {
      throw new HiveException("no way for " + value);
    }
    reached.countDown();
    try {
      return opened.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HiveException(e);
    }
  }

  @Override
  public String getDisplayString(String[] children) {
    return getStandardDisplayString("gate", children);
  }

  static void shut() {
    reached = new CountDownLatch(1);
    opened = new CountDownLatch(1);
  }

  /** Waits until a query is here. */
  static void await() throws InterruptedException {
    if (!reached.await(20, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The query does not come");
    }
  }

  static void open() {
    opened.countDown();
  }
}
