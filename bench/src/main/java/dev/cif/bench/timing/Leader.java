package dev.cif.bench.timing;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * What a {@link Follower} takes its orders from: the process that has started it, by the standard
 * input and output. Whatever else this process prints goes to the standard error.
 */
public final class Leader {
  private final ObjectOutputStream out;
  private final ObjectInputStream in;

  public Leader() throws IOException {
    out = new ObjectOutputStream(System.out);
    out.flush();
    System.setOut(System.err);
    in = new ObjectInputStream(System.in);
  }

  /** Waits for what it asks or tells next. */
  public Object next() throws IOException {
    try {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("it runs another program", e);
    }
  }

  /** Answers what it has asked. */
  public void answer(Serializable answer) throws IOException {
    out.writeObject(answer);
    out.reset();
    out.flush();
  }
}
