package dev.cif.hive.table;

import dev.cif.format.scan.TransactionSource;
import dev.cif.hive.version.HiveFeatures;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.common.ValidWriteIdList;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.metastore.IMetaStoreClient;
import org.apache.hadoop.hive.metastore.api.TableValidWriteIds;
import org.apache.hadoop.hive.metastore.txn.TxnCommonUtils;
import org.apache.hadoop.hive.ql.io.AcidDirectory;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hive.common.util.Ref;
import org.apache.thrift.TException;

/**
 * Hive's metastore, asked by readers that are not Hive: which folders of a transactional table
 * count. It takes no locks: if Hive's cleaner removes a folder meanwhile, the reader fails. Needs
 * Hive 4.
 */
public final class MetastoreTransactions implements TransactionSource {
  /** Hive's setting for the places of metastores, and its name in newer ones. */
  private static final List<String> URIS = List.of("hive.metastore.uris", "metastore.thrift.uris");

  private static final String NONE = "";

  /** Creates the source, as a service. */
  public MetastoreTransactions() {}

  @Override
  public Snapshot snapshot(Configuration conf, String table) throws IOException {
    if (!HiveFeatures.IS_4 || uris(conf).isEmpty()) {
      return null;
    }
    Configuration own = new Configuration(conf);
    try {
      HiveMetaStoreClient client = new HiveMetaStoreClient(own);
      try {
        return snapshot(client, own, table);
      } finally {
        client.close();
      }
    } catch (TException e) {
      throw new IOException(
          "the metastore at "
              + uris(conf)
              + " tells nothing of table "
              + table
              + ": "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }

  /**
   * Returns what counts now by a metastore.
   *
   * @param table name of the table, as {@code database.table}
   */
  public static Snapshot snapshot(IMetaStoreClient client, Configuration conf, String table)
      throws TException {
    ValidTxnList transactions = client.getValidTxns();
    List<TableValidWriteIds> ids = client.getValidWriteIds(List.of(table), transactions.toString());
    Configuration own = new Configuration(conf);
    own.set(ValidTxnList.VALID_TXNS_KEY, transactions.toString());
    return new Folders(own, TxnCommonUtils.createValidReaderWriteIdList(ids.get(0)));
  }

  /** Returns the places of the metastores that a configuration names; empty if it names none. */
  public static String uris(Configuration conf) {
    return URIS.stream()
        .map(name -> conf.get(name, NONE))
        .filter(uri -> !uri.isBlank())
        .collect(Collectors.joining(","));
  }

  /** Folders that count by some write ids, as Hive chooses them. */
  private static final class Folders implements Snapshot {
    private final Configuration conf;
    private final ValidWriteIdList ids;

    /** Names of the folders of a partition that count. */
    private final Map<Path, Set<String>> known = new ConcurrentHashMap<>();

    Folders(Configuration conf, ValidWriteIdList ids) {
      this.conf = conf;
      this.ids = ids;
    }

    @Override
    public boolean counts(FileSystem fs, Path partition, String child) throws IOException {
      Set<String> names = known.get(partition);
      if (names == null) {
        names = names(fs, partition);
        known.put(partition, names);
      }
      return names.contains(child);
    }

    private Set<String> names(FileSystem fs, Path partition) throws IOException {
      AcidDirectory state =
          AcidUtils.getAcidState(fs, partition, conf, ids, Ref.from(false), false);
      Set<String> names = new HashSet<>();
      if (state.getBaseDirectory() != null) {
        names.add(state.getBaseDirectory().getName());
      }
      state.getCurrentDirectories().forEach(delta -> names.add(delta.getPath().getName()));
      // Folders from before the table was transactional count where there is no base.
      state.getOriginalDirectories().forEach(directory -> names.add(directory.getName()));
      return names;
    }
  }
}
