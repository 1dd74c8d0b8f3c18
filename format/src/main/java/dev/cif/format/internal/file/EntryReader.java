package dev.cif.format.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cif.format.options.WriteOptions;
import dev.cif.format.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Element of 'columns' as it is read, not checked yet. */
final class EntryReader {
  private long id = Tokens.NO_NUMBER;
  private String name;
  private String file;
  private long length = Tokens.NO_NUMBER;
  private boolean isGrouped;
  private long footerOffset = Tokens.NO_NUMBER;
  private long footerLength = Tokens.NO_NUMBER;
  private String footerCrc;
  private long rawBytes = Tokens.NO_NUMBER;
  private boolean hasParts;
  private String partsFile;
  private long partsLength = Tokens.NO_NUMBER;
  private String partsCrc;
  private final List<Filter> filters = new ArrayList<>();
  private SummaryEntry summary;

  private EntryReader() {}

  /** Reads an element, whose first token is read already. */
  static EntryReader read(JsonParser in) throws IOException {
    EntryReader entry = new EntryReader();
    entry.readMembers(in);
    return entry;
  }

  private void readMembers(JsonParser in) throws IOException {
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      switch (member) {
        case "id" -> id = Tokens.number(in, value, Integer.MAX_VALUE);
        case "name" -> name = Tokens.text(in, value);
        case "file" -> file = Tokens.text(in, value);
        case "length" -> length = Tokens.number(in, value, Long.MAX_VALUE);
        case "footerOffset" -> {
          isGrouped = true;
          footerOffset = Tokens.number(in, value, Long.MAX_VALUE);
        }
        case "footerLength" -> footerLength = Tokens.number(in, value, ColumnEntry.MAX_FOOTER);
        case "footerCrc32c" -> footerCrc = Tokens.text(in, value);
        case "rawBytes" -> rawBytes = Tokens.number(in, value, Long.MAX_VALUE);
        case SchemaFile.PARTS -> readParts(in, value);
        case SchemaFile.FILTERS -> readFilters(in, value);
        case SchemaFile.SUMMARY -> summary = SummaryEntry.read(in, value);
        default -> in.skipChildren();
      }
    }
  }

  private void readParts(JsonParser in, JsonToken value) throws IOException {
    Tokens.expectObject(value, "'parts'");
    hasParts = true;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String member = in.currentName();
      JsonToken token = in.nextToken();
      switch (member) {
        case "file" -> partsFile = Tokens.text(in, token);
        case "length" -> partsLength = Tokens.number(in, token, PartsEntry.MAX_BYTES);
        case "crc32c" -> partsCrc = Tokens.text(in, token);
        default -> in.skipChildren();
      }
    }
  }

  private void readFilters(JsonParser in, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("'filters' is no list");
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      Tokens.expectObject(in.currentToken(), "an element of 'filters'");
      filters.add(Filter.read(in));
    }
    if (filters.isEmpty() || filters.size() > WriteOptions.MAX_FILTERS) {
      throw new IllegalArgumentException(
          "'filters' is no list of 1 to " + WriteOptions.MAX_FILTERS);
    }
  }

  /** Returns the checked entry of a column. */
  ColumnEntry of(Column column, ColumnFileNames names) {
    if (id != column.id() || !column.name().equals(name)) {
      throw new IllegalArgumentException(
          "the list of column files says "
              + id
              + " '"
              + name
              + "' where the schema has "
              + column.id()
              + " '"
              + column.name()
              + "'");
    }
    Tokens.expect(length, "length", Long.MAX_VALUE);
    Tokens.expect(footerLength, "footerLength", ColumnEntry.MAX_FOOTER);
    Tokens.expect(rawBytes, "rawBytes", Long.MAX_VALUE);
    if (isGrouped) {
      Tokens.expect(footerOffset, "footerOffset", Long.MAX_VALUE);
    }
    String common = names.expectName(column, file);
    ColumnEntry entry =
        new ColumnEntry(
                common,
                length,
                isGrouped ? footerOffset : ColumnEntry.OWN_FILE,
                (int) footerLength,
                crc(column, "footerCrc32c", footerCrc),
                rawBytes,
                hasParts ? parts(column) : null)
            .withFilters(filters.stream().map(filter -> filter.of(column)).toList())
            .withSummary(summary);
    names.add(column, entry);
    return entry;
  }

  private PartsEntry parts(Column column) {
    Tokens.expect(partsLength, "length of 'parts'", PartsEntry.MAX_BYTES);
    return new PartsEntry(partsFile, partsLength, crc(column, "crc32c", partsCrc));
  }

  private static int crc(Column column, String member, String digits) {
    return Tokens.crc(digits, member, "column '" + column.name() + "'");
  }

  /** Element of 'filters' as it is read, not checked yet. */
  private record Filter(
      List<Integer> with, String file, long length, long indexLength, String indexCrc) {
    static Filter read(JsonParser in) throws IOException {
      List<Integer> with = List.of();
      String file = null;
      long length = Tokens.NO_NUMBER;
      long indexLength = Tokens.NO_NUMBER;
      String indexCrc = null;
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String member = in.currentName();
        JsonToken value = in.nextToken();
        switch (member) {
          case "with" -> with = with(in, value);
          case "file" -> file = Tokens.text(in, value);
          case "length" -> length = Tokens.number(in, value, FilterEntry.MAX_BYTES);
          case "indexLength" -> indexLength = Tokens.number(in, value, FilterEntry.MAX_BYTES);
          case "indexCrc32c" -> indexCrc = Tokens.text(in, value);
          default -> in.skipChildren();
        }
      }
      return new Filter(with, file, length, indexLength, indexCrc);
    }

    private static List<Integer> with(JsonParser in, JsonToken list) throws IOException {
      if (list != JsonToken.START_ARRAY) {
        throw new IllegalArgumentException("'with' is no list");
      }
      List<Integer> ids = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY
          && ids.size() < WriteOptions.MAX_FILTER_COLUMNS) {
        ids.add((int) Tokens.number(in, in.currentToken(), Integer.MAX_VALUE));
      }
      if (ids.isEmpty() || in.currentToken() != JsonToken.END_ARRAY) {
        throw new IllegalArgumentException(
            "'with' is no list of 1 to " + (WriteOptions.MAX_FILTER_COLUMNS - 1));
      }
      return ids;
    }

    FilterEntry of(Column column) {
      int crc = crc(column, "indexCrc32c", indexCrc);
      FilterEntry entry = new FilterEntry(with, file, length, (int) indexLength, crc);
      entry.expectPossible(column.id());
      return entry;
    }
  }
}
