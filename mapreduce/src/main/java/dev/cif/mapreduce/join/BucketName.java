package dev.cif.mapreduce.join;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * Bucket that the name of a split-directory tells. Hive's names are {@code 000003_0}, or lie in a
 * folder of that name if a task has written several. Names of jobs are {@code part-r-00003}, {@code
 * part-r-00003-1} and so on.
 *
 * @param bucket number of the bucket, from 0
 * @param file path shared by the split-directories that one task has written
 * @param order position among those
 */
record BucketName(int bucket, String file, int order) {
  private static final Pattern HIVE =
      Pattern.compile("([0-9]{1,9})_[0-9]{1,6}(?:_copy_([0-9]{1,6}))?(?:\\..*)?");
  private static final Pattern JOB =
      Pattern.compile("(part-(?:[mr]-)?([0-9]{5,9}))(?:-([0-9]{1,9}))?");

  /** Returns the bucket of a split-directory; null if its name has neither form. */
  static BucketName of(Path directory) {
    Matcher job = JOB.matcher(directory.getName());
    if (job.matches()) {
      String file = new Path(directory.getParent(), job.group(1)).toString();
      return new BucketName(Integer.parseInt(job.group(2)), file, order(job.group(3)));
    }
    Matcher hive = HIVE.matcher(directory.getName());
    if (!hive.matches()) {
      return null;
    }
    int bucket = Integer.parseInt(hive.group(1));
    Matcher folder = HIVE.matcher(directory.getParent().getName());
    boolean isOneOfSeveral = folder.matches() && Integer.parseInt(folder.group(1)) == bucket;
    Path file = isOneOfSeveral ? directory.getParent() : directory;
    return new BucketName(bucket, file.toString(), isOneOfSeveral ? order(hive.group(2)) : 0);
  }

  private static int order(String number) {
    return number == null ? 0 : Integer.parseInt(number);
  }
}
