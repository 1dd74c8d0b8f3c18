package dev.cif.bench.timing;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * A {@link Follower}'s connection to the process that started it, by the standard input and output.
 * All other output of this process goes to the standard error.
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

  /** Waits for the leader's next message. */
  private Object next() throws IOException {
    try {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("it runs another program", e);
    }
  }

  /** Function that answers a request; null ends the service. */
  public interface Service {
    Serializable answer(Object request) throws Exception;
  }

  /** Answers the leader's requests, each after a collection of garbage; returns the last one. */
  public Object serve(Service service) throws Exception {
    while (true) {
      Object request = next();
      System.gc();
      Serializable answer = service.answer(request);
      if (answer == null) {
        return request;
      }
      answer(answer);
    }
  }

  /** Answers the leader's last request. */
  public void answer(Serializable answer) throws IOException {
    out.writeObject(answer);
    out.reset();
    out.flush();
  }
}
