package dev.cif.cli.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.cli.source.SourceFile;
import dev.cif.cli.source.SourceFiles;
import dev.cif.cli.source.SourceFormat;
import dev.cif.format.options.SplitLimits;
import dev.cif.format.schema.CifSchema;
import dev.cif.format.schema.CifType;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tokens that a job takes along to be let in where Kerberos is required. */
class LoadTokensTest {
  @TempDir Path folder;

  /** Hadoop wants to know the realm, and nobody is asked there. */
  @BeforeEach
  void kerberosIsThere() {
    System.setProperty("java.security.krb5.realm", "REALM");
    System.setProperty("java.security.krb5.kdc", "localhost:1");
  }

  @AfterEach
  void kerberosIsGone() {
    UserGroupInformation.setConfiguration(new Configuration(false));
    System.clearProperty("java.security.krb5.realm");
    System.clearProperty("java.security.krb5.kdc");
  }

  /** Local files, whose file system gives tokens. */
  abstract static class Guarded extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create(getScheme() + ":///");
    }

    @Override
    public String getCanonicalServiceName() {
      return getScheme();
    }

    @Override
    public Token<?> getDelegationToken(String renewer) {
      return new Token<>(
          renewer.getBytes(StandardCharsets.UTF_8),
          new byte[0],
          new Text("test"),
          new Text(getScheme()));
    }
  }

  /** File system of the rows. */
  public static final class Sources extends Guarded {
    @Override
    public String getScheme() {
      return "sources";
    }
  }

  /** File system of the table. */
  public static final class Tables extends Guarded {
    @Override
    public String getScheme() {
      return "tables";
    }
  }

  @Test
  void getSplits_twoGuardedFileSystems_givesTheJobATokenOfEach() throws Exception {
    Configuration conf = new Configuration(false);
    conf.setClass("fs.sources.impl", Sources.class, Guarded.class);
    conf.setClass("fs.tables.impl", Tables.class, Guarded.class);
    conf.set(YarnConfiguration.RM_PRINCIPAL, "rm/host@REALM");
    Path in = Files.writeString(folder.resolve("rows.jsonl"), "{\"a\":1}\n");
    org.apache.hadoop.fs.Path table =
        new org.apache.hadoop.fs.Path("tables://" + folder.resolve("table"));
    CifSchema schema = CifSchema.of(List.of("a"), List.of(CifType.parse("int")));
    LoadSettings settings =
        new LoadSettings(
            SourceFormat.JSONL, "a int", false, Map.of(), new SplitLimits(100, 1000), 1000);
    List<SourceFile> files =
        SourceFiles.list(
            SourceFormat.JSONL, List.of(new org.apache.hadoop.fs.Path("sources://" + in)), conf);
    LoadPlan plan = LoadPlan.of(settings, schema, files);
    LoadFolder work = new LoadFolder(table.getFileSystem(conf), table);
    work.save(plan);
    LoadJob.describe(conf, table, work.root(plan.id()));

    JobContextImpl job = new JobContextImpl(conf, new JobID());
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    UserGroupInformation ann = UserGroupInformation.createRemoteUser("ann");
    UserGroupInformation.setConfiguration(conf);
    int splits =
        ann.doAs(
            (PrivilegedExceptionAction<Integer>) () -> new LoadInputFormat().getSplits(job).size());
    assertEquals(1, splits);
    Set<String> services = new TreeSet<>();
    job.getCredentials()
        .getAllTokens()
        .forEach(token -> services.add(token.getService().toString()));
    assertEquals(Set.of("sources", "tables"), services);
  }
}
