package dev.cif.format.commit;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** Error of a lock that another process holds. */
public final class LockedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient LockFile.Holder holder;

  LockedException(Path file, LockFile.Holder holder) {
    super(
        file
            + ": another process"
            + (holder == null ? "" : ", " + holder + ",")
            + " has the lock; try again. The lock of a process that has died is taken over: at once"
            + " on the same host, else when it is "
            + LockFile.TERM.toMinutes()
            + " minutes old");
    this.holder = holder;
  }

  /** Returns the holder, if that is known. */
  public Optional<LockFile.Holder> holder() {
    return Optional.ofNullable(holder);
  }
}
