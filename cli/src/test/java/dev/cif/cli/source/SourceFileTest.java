package dev.cif.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SourceFileTest {
  @Test
  void why_messagesThatQuoteMuch_areCut() {
    String message = "c not found in schema " + "x".repeat(9000);
    String cut = message.substring(0, 500) + " ...";
    assertEquals(cut, SourceFile.why(new IOException(message)));
    assertEquals(cut, SourceFile.why(new IOException(message, new IOException(message))));
    String fault = SourceFile.why(new IllegalStateException(message));
    assertEquals(
        "the file is corrupt, or of a kind that is not known ("
            + ("java.lang.IllegalStateException: " + message).substring(0, 500)
            + " ...)",
        fault);
  }
}
