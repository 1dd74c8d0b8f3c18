package dev.cif.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CifTest {
  @TempDir Path folder;

  @Test
  void help_ofEachCommand_succeeds() {
    assertTrue(Run.good("--help").out().contains("verify"));
    for (String command : new String[] {"load", "cat", "meta", "verify", "compact", "sql"}) {
      assertTrue(Run.good(command, "--help").out().startsWith("Usage: cif " + command), command);
    }
  }

  @Test
  void version_isFilledIn() {
    String version = Run.good("--version").out();
    assertTrue(version.matches("cif \\d+\\.\\d+\\S*\\s*"), version);
  }

  @Test
  void resources_butForTheVersion_areThoseOfTheSource() throws Exception {
    Path root = Path.of("src/main/resources");
    try (Stream<Path> files = Files.walk(root)) {
      List<String> changed = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        try (InputStream built = Cif.class.getResourceAsStream("/" + name)) {
          if (!Arrays.equals(Files.readAllBytes(file), built.readAllBytes())) {
            changed.add(name);
          }
        }
      }
      assertEquals(List.of("dev/cif/cli/version"), changed);
    }
  }

  @Test
  void generateCompletion_completesInBash() throws Exception {
    Path script = Files.writeString(folder.resolve("cif"), Run.good("generate-completion").out());
    String line = "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_cif; echo ${COMPREPLY[@]}";
    assertEquals("meta", bash(line.formatted(script, "cif met", 1)));
    assertEquals("--json", bash(line.formatted(script, "cif meta --js", 2)));
  }

  private static String bash(String line) throws Exception {
    Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), out);
    return out.strip();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "frob",
        "cat",
        "cat --frob x",
        "cat x --format xml",
        "cat x --limit many",
        "cat x --limit -1",
        "cat x --where a=",
        "cat x --columns a,,b",
        "load a --to b",
        "load --from tsv a --to b",
        "load --from csv --to b",
        "load --from csv a",
        "load --from csv a --to b --rows-per-split 0",
        "load --from csv a --to b --schema a",
        "load --from csv a --to b --schema a?frob",
        "load --from csv a --to b --option frob=1",
        "load --from avro a --to b --schema a?int",
        "load --from jsonl a --to b --header",
        "compact",
        "compact x --split-size none",
        "compact x --option layout=plain",
        "sql",
        "sql -e x -f y",
        "sql -e x --engine spark",
        "sql -e select?'",
        "server --port 65536",
        "server --port many",
        "server --engine spark"
      })
  void run_wrongCommandLine_isStatusTwoAndOneLine(String line) {
    Object[] words = line.isEmpty() ? new Object[0] : line.split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].toString().replace('?', ' ');
    }
    Run.bad(2, words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "meta", "verify", "compact"})
  void run_noTable_isStatusOneAndOneLine(String command) throws Exception {
    String absent = Run.bad(1, command, folder.resolve("absent"));
    assertTrue(absent.contains("there is no such folder"), absent);
    String empty = Run.bad(1, command, Files.createDirectory(folder.resolve("empty")));
    assertTrue(empty.contains("no split-directory"), empty);
  }

  @Test
  void run_stacktrace_showsTheTraceOnlyOnDemand() {
    Run plain = Run.of("cat", folder.resolve("absent"));
    Run traced = Run.of("cat", folder.resolve("absent"), "--stacktrace");
    assertEquals(1, plain.err().lines().count());
    assertFalse(plain.err().contains("\tat "));
    assertTrue(traced.err().contains("\tat dev.cif"));
    assertEquals(1, traced.status());
  }
}
