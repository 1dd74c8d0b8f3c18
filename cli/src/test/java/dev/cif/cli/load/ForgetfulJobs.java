package dev.cif.cli.load;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;

/**
 * Runs jobs in this process, and knows nothing of those that have ended: as YARN where the history
 * server is down. Hadoop finds it by its name in {@code META-INF/services}.
 */
public final class ForgetfulJobs extends ClientProtocolProvider {
  /** Value of {@code mapreduce.framework.name} for it. */
  static final String FRAMEWORK = "forgetful";

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    ClientProtocol jobs = new LocalJobRunner(conf);
    return (ClientProtocol)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            (proxy, method, arguments) -> {
              Object result;
              try {
                result = method.invoke(jobs, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (result instanceof JobStatus status && status.isJobComplete()) {
                throw new IOException("Unknown Job " + status.getJobID());
              }
              return result;
            });
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) {
    return null;
  }

  @Override
  public void close(ClientProtocol jobs) {
    // Nothing is held.
  }
}
