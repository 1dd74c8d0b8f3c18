package dev.cif.hdfs;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ipc.CallerContext;

/**
 * The path that a call to the NameNode is about, said by the caller. HDFS doesn't tell a placement
 * policy which file's replication was lowered; who repairs a split says it in the caller context of
 * the call, a text that Hadoop's clients send along: {@code cif-placement:<path, URL-encoded>}.
 */
final class RepairContext {
  private static final String PREFIX = "cif-placement:";

  private RepairContext() {}

  /** The path, or null if the call that this thread serves doesn't say one. */
  static String path() {
    CallerContext context = CallerContext.getCurrent();
    String text = context == null ? null : context.getContext();
    if (text == null || !text.startsWith(PREFIX)) {
      return null;
    }
    // The NameNode may have put more behind it, after a comma.
    int end = text.indexOf(',');
    String path = text.substring(PREFIX.length(), end < 0 ? text.length() : end);
    try {
      return URLDecoder.decode(path, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
