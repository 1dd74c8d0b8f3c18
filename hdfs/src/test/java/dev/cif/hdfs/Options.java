package dev.cif.hdfs;

import java.util.LinkedHashMap;
import java.util.Map;

/** Options of a command line, {@code --name VALUE}, whose values are whole numbers. */
final class Options {
  private record Option(String meaning, int value) {}

  private final Map<String, Option> options = new LinkedHashMap<>();
  private final String usage;

  /**
   * @param usage what the command does
   */
  Options(String usage) {
    this.usage = usage;
  }

  /** Adds an option. */
  Options with(String name, int byDefault, String meaning) {
    options.put(name, new Option(meaning, byDefault));
    return this;
  }

  /** Reads a command line. Ends the process if it asks for help, or can't be read. */
  Options parsed(String... args) {
    for (int i = 0; i < args.length; i += 2) {
      if (args[i].equals("--help") || args[i].equals("-h")) {
        System.out.print(help());
        System.exit(0);
      }
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      String value = i + 1 < args.length ? args[i + 1] : "";
      if (!options.containsKey(name)) {
        fail("no such option: " + args[i]);
      }
      if (!value.matches("[0-9]{1,9}")) {
        fail(args[i] + " wants a whole number, not \"" + value + "\"");
      }
      options.put(name, new Option(options.get(name).meaning, Integer.parseInt(value)));
    }
    return this;
  }

  private static void fail(String what) {
    System.err.println(what + "; --help lists the options");
    System.exit(2);
  }

  private String help() {
    StringBuilder help = new StringBuilder(usage).append('\n');
    options.forEach(
        (name, option) ->
            help.append(String.format("  --%-12s %s (%d)%n", name, option.meaning, option.value)));
    return help.toString();
  }

  int of(String name) {
    return options.get(name).value;
  }
}
