package dev.cif.format.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UniqueMembersTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static UniqueMembers open(String json) throws IOException {
    return new UniqueMembers(MAPPER.createParser(json));
  }

  /** An object of so many members; the last has the name of the first if {@code isTwice}. */
  private static String object(int members, boolean isTwice) {
    return IntStream.range(0, members)
        .mapToObj(i -> "\"m" + (isTwice && i == members - 1 ? 0 : i) + "\":" + i)
        .collect(Collectors.joining(",", "{", "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}",
        "{\"a\":{\"b\":1,\"c\":{},\"b\":2}}",
        "{\"a\":{\"b\":1},\"c\":[{\"a\":1},{\"a\":1,\"a\":2}]}",
        "{\"a\":{\"a\":{}},\"a\":1}",
        "{\"a\":[1"
      })
  void aNameThatOccursTwiceOrAnEndTooSoon_isAnError(String json) throws IOException {
    assertFails(json);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 15, 16, 17, 18, 40})
  void manyMembers_areTold(int members) throws IOException {
    assertFails(object(members, true));
    assertReads(object(members, false));
  }

  @Test
  void theSameNameInOtherObjects_isRead() throws IOException {
    assertReads("{\"a\":{\"a\":[{\"a\":1},{\"a\":2}]},\"b\":{\"a\":3}}");
  }

  private static void assertReads(String json) throws IOException {
    try (UniqueMembers in = open(json)) {
      assertEquals(MAPPER.readTree(json), MAPPER.readTree(in));
    }
  }

  /** Ways to read it: as a tree, or skipped. */
  private static void assertFails(String json) throws IOException {
    try (UniqueMembers in = open(json)) {
      assertThrows(JsonProcessingException.class, () -> MAPPER.readTree(in));
    }
    try (UniqueMembers in = open(json)) {
      in.nextToken();
      assertThrows(JsonProcessingException.class, in::skipChildren);
    }
  }
}
