package dev.cif.format.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of the columns that a table has and had; a number is never reused (FORMAT.md section
 * 3.1). The owner of the table's columns stores them with these, as {@link #PROPERTY}, and updates
 * them at each change. A change without an update is taken as one by name, see {@link
 * #withColumns}. Immutable.
 */
public final class ColumnKeys {
  /**
   * Table property: numbers and names of the columns. A long text is continued in {@code
   * cif.column.keys.2} and so on.
   *
   * <p>The text is {@code <table>;<next number>;<column>,<column>.} and nothing else. A column is
   * {@code <number>:<name>=<old name>=<old name>}. The number is omitted if it is the previous one
   * plus 1. The name is empty if the table has dropped the column. Old names identify the column in
   * splits without keys. They are omitted if the only one is the name. Characters other than {@code
   * a-z 0-9 _} are written as {@code %xx}, in UTF-8.
   */
  public static final String PROPERTY = "cif.column.keys";

  /** Greatest length of a piece; some metastores store no longer values. */
  private static final int PIECE = 4_000;

  private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9-]{1,40}");

  private static final Pattern TEXT =
      Pattern.compile("([A-Za-z0-9-]{1,40});([0-9]{1,10});([^;.]*)\\.");
  private static final Pattern KEY = Pattern.compile("([A-Za-z0-9-]{1,40})/([1-9][0-9]{0,9})");

  /**
   * Column with its number.
   *
   * @param name name of the column in lower case; null if the table has dropped it
   * @param unkeyed names that identify this column in splits without keys, in order of time
   */
  public record Entry(int number, String name, List<String> unkeyed) {
    public Entry {
      unkeyed = List.copyOf(unkeyed);
    }
  }

  private final String table;
  private final int next;
  private final List<Entry> entries;

  private ColumnKeys(String table, int next, List<Entry> entries) {
    this.table = table;
    this.next = next;
    this.entries = List.copyOf(entries);
  }

  /**
   * Returns keys that are stored in another form than that of {@link #toString}.
   *
   * @param next number of the next new column
   * @param entries columns in the order of their numbers
   * @throws IllegalArgumentException if a number or a name occurs twice, or can't be
   */
  public static ColumnKeys of(String table, int next, List<Entry> entries) {
    if (!TABLE.matcher(table).matches()) {
      throw new IllegalArgumentException("'" + table + "' can't be the table of keys");
    }
    Set<String> names = new HashSet<>();
    Set<String> unkeyed = new HashSet<>();
    int last = 0;
    for (Entry entry : entries) {
      expectNext(entry, last, next, names, unkeyed);
      last = entry.number;
    }
    return new ColumnKeys(table, next, entries);
  }

  private static void expectNext(
      Entry entry, int last, int next, Set<String> names, Set<String> unkeyed) {
    boolean fits =
        entry.number > last
            && entry.number < next
            && (entry.name == null || names.add(entry.name))
            && entry.unkeyed.stream().allMatch(unkeyed::add);
    if (!fits) {
      throw new IllegalArgumentException(
          "a number or a name occurs twice, or is too great: column "
              + entry.number
              + (entry.name == null ? "" : ", '" + entry.name + "'"));
    }
  }

  /** Returns the part of the keys that no other table has. */
  public String table() {
    return table;
  }

  /** Returns the number of the next new column. */
  public int next() {
    return next;
  }

  /** Returns the same keys, with numbers for new columns from a number on that may be greater. */
  public ColumnKeys withNext(int least) {
    return least <= next ? this : new ColumnKeys(table, least, entries);
  }

  /** Returns the columns that the table has, and those that it had, in the order of numbers. */
  public List<Entry> entries() {
    return entries;
  }

  /**
   * Returns names that mean a column in splits without keys, if they are others than its own name
   * alone; else null.
   */
  public static List<String> otherNames(Entry entry) {
    return entry.name != null && entry.unkeyed.equals(List.of(entry.name)) ? null : entry.unkeyed;
  }

  /** Returns numbers for the columns of a table that has none yet. Its splits have no keys. */
  public static ColumnKeys of(List<String> columns) {
    String table = "k" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    return new ColumnKeys(table, 1, List.of()).withColumns(columns);
  }

  /**
   * Reads the keys from the properties of a table; null if there are none.
   *
   * @throws IllegalArgumentException with the name of the property, if it is incomplete
   */
  public static ColumnKeys fromProperties(UnaryOperator<String> properties) {
    String piece = properties.apply(PROPERTY);
    if (piece == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (int k = 2; piece != null; k++) {
      text.append(piece);
      piece = properties.apply(PROPERTY + "." + k);
    }
    try {
      return parse(text.toString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          PROPERTY
              + " is not what CIF wrote ("
              + e.getMessage()
              + "); without the property columns are matched by name",
          e);
    }
  }

  /** Stores the keys in properties, and removes older ones. */
  public void putInto(Map<String, String> properties) {
    properties.keySet().removeIf(key -> key.equals(PROPERTY) || key.startsWith(PROPERTY + "."));
    String text = toString();
    for (int k = 1, at = 0; at < text.length(); k++, at += PIECE) {
      String piece = text.substring(at, Math.min(text.length(), at + PIECE));
      properties.put(k == 1 ? PROPERTY : PROPERTY + "." + k, piece);
    }
  }

  /**
   * Reads the form of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static ColumnKeys parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException("it has another form, or its end is missing");
    }
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<String> unkeyed = new HashSet<>();
    int number = 0;
    int next = number(m.group(2));
    for (String one : m.group(3).isEmpty() ? new String[0] : m.group(3).split(",", -1)) {
      int colon = one.indexOf(':');
      int last = number;
      number = colon < 0 ? last + 1 : number(one.substring(0, colon));
      Entry entry = entry(number, one.substring(colon + 1));
      expectNext(entry, last, next, names, unkeyed);
      entries.add(entry);
    }
    return new ColumnKeys(m.group(1), next, entries);
  }

  private static Entry entry(int number, String text) {
    String[] parts = text.split("=", -1);
    String name = parts[0].isEmpty() ? null : unescape(parts[0]);
    List<String> unkeyed = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].isEmpty()) {
        unkeyed.add(unescape(parts[i]));
      }
    }
    return new Entry(number, name, parts.length == 1 && name != null ? List.of(name) : unkeyed);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no number", e);
    }
  }

  @Override
  public String toString() {
    StringBuilder s = new StringBuilder(table).append(';').append(next).append(';');
    int last = 0;
    for (Entry entry : entries) {
      s.append(last == 0 ? "" : ",");
      if (entry.number != last + 1) {
        s.append(entry.number).append(':');
      }
      last = entry.number;
      String name = entry.name == null ? "" : escape(entry.name);
      s.append(name);
      if (otherNames(entry) != null) {
        entry.unkeyed.forEach(old -> s.append('=').append(escape(old)));
        s.append(entry.unkeyed.isEmpty() ? "=" : "");
      }
    }
    return s.append('.').toString();
  }

  private static String escape(String name) {
    StringBuilder s = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '_';
      s.append(isPlain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02x", b & 0xFF));
    }
    return s.toString();
  }

  private static String unescape(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '%') {
        bytes.write(text.charAt(i));
      } else if (i + 3 <= text.length()) {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        throw new IllegalArgumentException("'" + text + "' is no name");
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /**
   * Returns the keys after a change by name. A column that keeps its name keeps its number, at any
   * position. Other columns are dropped or new.
   *
   * @param columns all columns that the table has
   */
  public ColumnKeys withColumns(List<String> columns) {
    Set<String> added = new HashSet<>();
    columns.forEach(name -> added.add(CifSchema.foldCase(name)));
    List<Entry> changed = new ArrayList<>();
    for (Entry entry : entries) {
      boolean stays = entry.name != null && added.remove(entry.name);
      if (stays || !entry.unkeyed.isEmpty()) {
        changed.add(stays ? entry : new Entry(entry.number, null, entry.unkeyed));
      }
    }
    int free = next;
    for (String column : columns) {
      String name = CifSchema.foldCase(column);
      if (added.remove(name)) {
        changed.add(new Entry(free++, name, isKnown(name) ? List.of() : List.of(name)));
      }
    }
    return new ColumnKeys(table, free, changed);
  }

  /**
   * Returns the keys after a column got another name, which no other column has.
   *
   * @throws IllegalArgumentException if there is no such column, or another has the name
   */
  public ColumnKeys renamed(String from, String to) {
    String old = CifSchema.foldCase(from);
    String name = CifSchema.foldCase(to);
    if (!old.equals(name) && numberOf(name) > 0) {
      throw new IllegalArgumentException("another column has the name '" + to + "'");
    }
    int number = numberOf(old);
    if (number == 0) {
      throw new IllegalArgumentException("there is no column '" + from + "'");
    }
    List<Entry> changed = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.number != number) {
        changed.add(entry);
        continue;
      }
      List<String> unkeyed = new ArrayList<>(entry.unkeyed);
      if (!isKnown(name)) {
        unkeyed.add(name);
      }
      changed.add(new Entry(number, name, unkeyed));
    }
    return new ColumnKeys(table, next, changed);
  }

  /** Returns true if the name identifies a column, present or dropped, in splits without keys. */
  private boolean isKnown(String name) {
    return entries.stream().anyMatch(entry -> entry.unkeyed.contains(name));
  }

  private int numberOf(String folded) {
    for (Entry entry : entries) {
      if (folded.equals(entry.name)) {
        return entry.number;
      }
    }
    return 0;
  }

  /** Returns the key of a column, ignoring case; null if a change without an update added it. */
  public String key(String column) {
    int number = numberOf(CifSchema.foldCase(column));
    return number == 0 ? null : table + "/" + number;
  }

  /** Returns true if a text can be a key. */
  static boolean isKey(String text) {
    return KEY.matcher(text).matches();
  }

  /** Returns the number in a column's key; 0 if it has none, or one of another table. */
  private int number(Column column) {
    String key = column.key();
    return key != null && key.startsWith(table + "/")
        ? number(key.substring(table.length() + 1))
        : 0;
  }

  /** Returns the schema of a split to be written: the same columns with their keys. */
  public CifSchema keyed(CifSchema schema) {
    List<Column> columns = new ArrayList<>();
    int free = next;
    for (Column column : schema.columns()) {
      int number = numberOf(CifSchema.foldCase(column.name()));
      int id = number == 0 ? free++ : number;
      String key = number == 0 ? null : table + "/" + number;
      columns.add(new Column(id, column.name(), column.type(), key));
    }
    return CifSchema.of(columns);
  }

  /**
   * Returns the columns of a split that {@link #match} needs for some columns of the table. A split
   * may have them by their keys, or by any name that they had. So columns that share such a name
   * belong to them.
   *
   * @param columns names of columns, folded by {@link CifSchema#foldCase}
   */
  public WantedColumns wanted(Set<String> columns) {
    Set<String> stored = new HashSet<>(columns);
    for (Entry entry : entries) {
      if (entry.name != null && columns.contains(entry.name)) {
        stored.addAll(entry.unkeyed);
      }
    }
    Set<String> names = new HashSet<>(stored);
    Set<String> keys = new HashSet<>();
    for (Entry entry : entries) {
      boolean isOne = entry.name != null && columns.contains(entry.name);
      if (isOne || entry.unkeyed.stream().anyMatch(stored::contains)) {
        names.addAll(entry.unkeyed);
        keys.add(table + "/" + entry.number);
      }
    }
    return new WantedColumns(names, keys);
  }

  /**
   * Matches the columns of a split with those of the table.
   *
   * @param columns names of the table's columns, by their folded form of {@link CifSchema#foldCase}
   * @return name in the table for each column of the split; null for none
   * @throws IllegalArgumentException if two columns may be the same one of the table
   */
  public String[] match(CifSchema split, Map<String, String> columns) {
    Map<Integer, Integer> byNumber = new HashMap<>();
    boolean[] isTaken = new boolean[split.size()];
    for (int i = 0; i < isTaken.length; i++) {
      int number = number(split.column(i));
      isTaken[i] = number > 0;
      if (isTaken[i]) {
        byNumber.put(number, i);
      }
    }
    for (Entry entry : entries) {
      if (!byNumber.containsKey(entry.number)) {
        int at = unkeyed(split, entry, isTaken);
        if (at >= 0) {
          isTaken[at] = true;
          byNumber.put(entry.number, at);
        }
      }
    }
    String[] names = new String[split.size()];
    Map<String, String> left = new HashMap<>(columns);
    for (Entry entry : entries) {
      Integer at = byNumber.get(entry.number);
      if (at != null && entry.name != null && columns.containsKey(entry.name)) {
        names[at] = left.remove(entry.name);
      }
    }
    left.forEach(
        (folded, name) -> {
          int at = split.indexOf(folded);
          if (at >= 0 && !isTaken[at]) {
            names[at] = name;
          }
        });
    return names;
  }

  /** Returns the column of a split that has a former name of a table's column, or -1. */
  private static int unkeyed(CifSchema split, Entry entry, boolean[] isTaken) {
    int found = -1;
    for (String name : entry.unkeyed) {
      int at = split.indexOf(name);
      if (at >= 0 && !isTaken[at]) {
        if (found >= 0) {
          throw new IllegalArgumentException(
              "it has the columns '"
                  + split.column(found).name()
                  + "' and '"
                  + split.column(at).name()
                  + "', and the table had one column by both names, one after the other");
        }
        found = at;
      }
    }
    return found;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof ColumnKeys keys && keys.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
