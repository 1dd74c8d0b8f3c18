package dev.cif.format.schema;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parser that rejects an object with two members of one name (FORMAT.md section 3), since two
 * readers could understand two things. The parser's own check makes a set for each object, which
 * took half of the time of a schema file with many columns.
 */
public final class UniqueMembers extends JsonParserDelegate {
  /** Greatest number of names that are compared one by one. */
  private static final int FEW = 16;

  /** Names of an open object. */
  private static final class Names {
    private final String[] few = new String[FEW];
    private int count;

    /** All names, once they are more than a few; else null. */
    private Set<String> many;

    void clear() {
      count = 0;
      many = null;
    }

    /** Adds a name. Returns false if it is not new. */
    boolean add(String name) {
      if (many != null) {
        return many.add(name);
      }
      for (int i = 0; i < count; i++) {
        if (few[i].equals(name)) {
          return false;
        }
      }
      if (count == FEW) {
        many = new HashSet<>(Arrays.asList(few));
        return many.add(name);
      }
      few[count++] = name;
      return true;
    }
  }

  /** Names of each open object, the outermost first; those from {@code depth} on are free. */
  private final List<Names> objects = new ArrayList<>();

  private int depth;

  public UniqueMembers(JsonParser in) {
    super(in);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = delegate.nextToken();
    if (token == JsonToken.FIELD_NAME) {
      String name = delegate.currentName();
      if (!objects.get(depth - 1).add(name)) {
        throw new JsonParseException(delegate, "Duplicate field '" + name + "'");
      }
    } else if (token == JsonToken.START_OBJECT) {
      if (depth == objects.size()) {
        objects.add(new Names());
      }
      objects.get(depth++).clear();
    } else if (token == JsonToken.END_OBJECT) {
      depth--;
    }
    return token;
  }

  @Override
  public JsonToken nextValue() throws IOException {
    JsonToken token = nextToken();
    return token == JsonToken.FIELD_NAME ? nextToken() : token;
  }

  @Override
  public String nextFieldName() throws IOException {
    return nextToken() == JsonToken.FIELD_NAME ? currentName() : null;
  }

  /** Skips the children of a structure, and checks their names. */
  @Override
  public JsonParser skipChildren() throws IOException {
    JsonToken token = currentToken();
    int open = token != null && token.isStructStart() ? 1 : 0;
    while (open > 0) {
      token = nextToken();
      if (token == null) {
        throw new JsonParseException(delegate, "Unexpected end of the JSON");
      }
      if (token.isStructStart()) {
        open++;
      } else if (token.isStructEnd()) {
        open--;
      }
    }
    return this;
  }
}
