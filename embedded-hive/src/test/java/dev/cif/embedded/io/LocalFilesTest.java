package dev.cif.embedded.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Permissions, owners and links are those that Hadoop's own local file system finds and sets. */
class LocalFilesTest {
  @TempDir java.nio.file.Path folder;
  private FileSystem files;
  private FileSystem hadoops;

  @BeforeEach
  void open() throws Exception {
    LocalFiles.makeDefault();
    Configuration conf = new Configuration();
    files = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
    hadoops = new RawLocalFileSystem();
    hadoops.initialize(files.getUri(), conf);
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private void expectAsHadoop(Path path) throws Exception {
    FileStatus expected = hadoops.getFileStatus(path);
    FileStatus actual = files.getFileStatus(path);
    assertEquals(expected.getPermission(), actual.getPermission());
    assertEquals(expected.getOwner(), actual.getOwner());
    assertEquals(expected.getGroup(), actual.getGroup());
    assertEquals(expected.getLen(), actual.getLen());
    assertEquals(expected.isDirectory(), actual.isDirectory());
    assertEquals(expected.getModificationTime(), actual.getModificationTime());
    assertEquals(expected.getPath(), actual.getPath());
  }

  @Test
  void default_isThisFileSystem() {
    assertInstanceOf(LocalFiles.class, files);
  }

  @Test
  void permission_thatIsSet_isWhatHadoopReads() throws Exception {
    Path file = path("file");
    files.create(file, new FsPermission("640"), true, 4096, (short) 1, 1 << 20, null).close();
    expectAsHadoop(file);
    for (String mode : new String[] {"000", "644", "700", "755", "777"}) {
      files.setPermission(file, new FsPermission(mode));
      assertEquals(new FsPermission(mode), files.getFileStatus(file).getPermission());
      expectAsHadoop(file);
    }
  }

  @Test
  void permission_ofAFolder_keepsTheStickyBit() throws Exception {
    Path made = path("made");
    assertTrue(files.mkdirs(made, new FsPermission("750")));
    expectAsHadoop(made);
    FsPermission sticky = new FsPermission((short) 01733);
    files.setPermission(made, sticky);
    assertEquals(sticky, files.getFileStatus(made).getPermission());
    assertTrue(files.getFileStatus(made).getPermission().getStickyBit());
    expectAsHadoop(made);
  }

  /** Tez and MapReduce refuse folders of theirs that are another's. */
  @Test
  void owner_isWhoHadoopTakesThisProcessFor() throws Exception {
    Path file = path("file");
    files.create(file).close();
    UserGroupInformation ann = UserGroupInformation.createRemoteUser("ann@REALM");
    PrivilegedExceptionAction<String> owner = () -> files.getFileStatus(file).getOwner();
    assertEquals(ann.getShortUserName(), ann.doAs(owner));
    UserGroupInformation bob = UserGroupInformation.createProxyUser("bob", ann);
    assertEquals(ann.getShortUserName(), bob.doAs(owner));
    assertNotEquals(ann.getShortUserName(), hadoops.getFileStatus(file).getOwner());
  }

  @Test
  void absentFile_isNotFound() {
    assertThrows(FileNotFoundException.class, () -> files.getFileStatus(path("absent")));
    assertThrows(
        FileNotFoundException.class,
        () -> files.setPermission(path("absent"), new FsPermission("644")));
  }

  @Test
  void links_areSeenAsHadoopSeesThem() throws Exception {
    Files.writeString(folder.resolve("target"), "text");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("target"));
    Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
    FileSystem raw = ((LocalFiles) files).getRawFileSystem();
    for (String name : new String[] {"link", "dangling", "target"}) {
      // Hadoop does not see links by a path that has a scheme.
      Path path = new Path(folder.resolve(name).toString());
      FileStatus expected = hadoops.getFileLinkStatus(path);
      FileStatus actual = raw.getFileLinkStatus(path);
      assertEquals(!name.equals("target"), actual.isSymlink(), name);
      assertEquals(expected.isSymlink(), actual.isSymlink(), name);
      if (actual.isSymlink()) {
        assertEquals(expected.getSymlink(), actual.getSymlink(), name);
      }
    }
    assertEquals(4, files.getFileStatus(path("link")).getLen());
  }

  @Test
  void fileContext_writesRenamesAndChecksums() throws Exception {
    FileContext context = FileContext.getLocalFSFileContext();
    FsPermission mode = new FsPermission("600");
    try (FSDataOutputStream out =
        context.create(path("a"), EnumSet.of(CreateFlag.CREATE), CreateOpts.perms(mode))) {
      out.writeBytes("text");
    }
    context.rename(path("a"), path("b"));
    assertEquals("text", Files.readString(folder.resolve("b")));
    assertTrue(Files.exists(folder.resolve(".b.crc")));
    assertEquals(mode, context.getFileStatus(path("b")).getPermission());
    assertThrows(FileNotFoundException.class, () -> context.getFileStatus(path("a")));
    assertThrows(FileNotFoundException.class, () -> context.getFileLinkStatus(path("a")));
  }
}
