package dev.cif.itests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.sql.SQLException;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;

/** The Kerberos of a {@link Cluster}, as its client {@code ann} sees it from outside. */
final class Realm {
  /** Port of the KDC, within its container. */
  static final int PORT = 88;

  static final String CLIENT = "ann@CIF.TEST";
  static final String DAEMONS = "root/cluster@CIF.TEST";

  private final Service kdc;
  private final Path secrets;

  Realm(Service kdc, Path secrets) {
    this.kdc = kdc;
    this.secrets = secrets;
  }

  /** A session of the client at a HiveServer2. */
  Session session(String address) throws SQLException {
    try {
      return Subject.doAs(
          login(),
          (PrivilegedExceptionAction<Session>)
              () ->
                  new Session(
                      address
                          + ";auth=kerberos;kerberosAuthType=fromSubject;principal="
                          + DAEMONS));
    } catch (PrivilegedActionException e) {
      throw new SQLException(e.getCause().getMessage(), e.getCause());
    } catch (LoginException e) {
      throw new SQLException(e.getMessage(), e);
    }
  }

  private Subject login() throws LoginException {
    System.setProperty("java.security.krb5.conf", configuration().toString());
    LoginContext login = new LoginContext("client", new Subject(), null, new WithKeytab(keytab()));
    login.login();
    return login.getSubject();
  }

  /** The client's. */
  Path keytab() {
    return secrets.resolve("ann.keytab");
  }

  /** A krb5.conf for programs of this machine. */
  Path configuration() {
    try {
      String inside = Files.readString(Cluster.FOLDER.resolve("conf/kerberos/krb5.conf"));
      String outside = kdc.getHost() + ":" + kdc.port(PORT);
      return Files.writeString(
          secrets.resolve("krb5.conf"), inside.replace("kdc:" + PORT, outside));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever has the keytab is its client. */
  private static final class WithKeytab extends Configuration {
    private final Path keytab;

    private WithKeytab(Path keytab) {
      this.keytab = keytab;
    }

    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      Map<String, String> options =
          Map.of(
              "useKeyTab", "true",
              "keyTab", keytab.toString(),
              "principal", CLIENT,
              "storeKey", "true",
              "doNotPrompt", "true",
              "refreshKrb5Config", "true");
      return new AppConfigurationEntry[] {
        new AppConfigurationEntry(
            "com.sun.security.auth.module.Krb5LoginModule",
            AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
            options)
      };
    }
  }
}
