package dev.cif.embedded;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStore;
import org.apache.hadoop.hive.metastore.security.HadoopThriftAuthBridge;

/** The metastore of the Hive in this process, for readers that ask it over the network. */
public final class ThriftMetastore {
  private ThriftMetastore() {}

  /** Starts it, and returns its place. It ends with the process. */
  public static String start() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Thread server =
        new Thread(
            () -> {
              try {
                HiveMetaStore.startMetaStore(
                    port, HadoopThriftAuthBridge.getBridge(), new HiveConf());
              } catch (Throwable e) {
                throw new IllegalStateException(e);
              }
            },
            "metastore");
    server.setDaemon(true);
    server.start();
    while (!answers(port)) {
      if (!server.isAlive()) {
        throw new IllegalStateException("the metastore has ended");
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return "thrift://localhost:" + port;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("localhost", port), 1000);
      return true;
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
