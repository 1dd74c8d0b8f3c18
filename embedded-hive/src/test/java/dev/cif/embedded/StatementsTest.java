package dev.cif.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cif.embedded.Statements.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementsTest {
  private static List<String> sql(String script) {
    return Statements.split(script).stream().map(Statement::sql).toList();
  }

  @Test
  void split_lastStatementWithoutTerminator_isKept() {
    assertEquals(List.of("select 1", "select 2"), sql("select 1;\n select 2 \n"));
  }

  @Test
  void split_semicolonInsideQuotes_doesNotSplit() {
    assertEquals(
        List.of("select 'a;b', \"c;d\", `e;f`", "x"), sql("select 'a;b', \"c;d\", `e;f`; x"));
  }

  @Test
  void split_escapedQuote_doesNotEndTheQuote() {
    assertEquals(List.of("select 'it\\'s; fine'", "x"), sql("select 'it\\'s; fine'; x"));
  }

  @Test
  void split_backslashInBackticks_isNoEscape() {
    assertEquals(List.of("select `a\\`", "x"), sql("select `a\\`; x"));
  }

  @Test
  void split_comments_areTakenOutAndKeptBeside() {
    List<Statement> found =
        Statements.split(
            "-- one; two\nselect /* it's; */ 1 -- end\n;\n\n-- three\nselect 2;\n-- x");
    assertEquals(2, found.size());
    assertEquals("select   1", found.get(0).sql());
    assertEquals(List.of("one; two", "it's;", "end"), found.get(0).comments());
    assertEquals(2, found.get(0).line());
    assertEquals("select 2", found.get(1).sql());
    assertEquals(List.of("three"), found.get(1).comments());
    assertEquals(6, found.get(1).line());
  }

  @Test
  void split_dashesAndCommentMarksInsideQuotes_areText() {
    assertEquals(List.of("select '--a', '/*b*/'"), sql("select '--a', '/*b*/';"));
  }

  @Test
  void split_hint_isKept() {
    assertEquals(
        List.of("select /*+ MAPJOIN(b) */ 1 from a"), sql("select /*+ MAPJOIN(b) */ 1 from a"));
  }

  @Test
  void split_patternOfNamesInACommand_opensNoComment() {
    assertEquals(
        List.of("dfs -cat dir/*", "select 1", "DFS -ls a/*/b /*+", "set my.value=a/*"),
        sql("dfs -cat dir/*;\nselect 1;\nDFS -ls a/*/b /*+;\nset my.value=a/*;"));
  }

  @Test
  void split_commentOfSqlThatBeginsLikeACommand_isTakenOut() {
    assertEquals(
        List.of("delete from t   where a = 1", "dfs -ls b"),
        sql("delete from t /* ; */ where a = 1; /* first */ dfs -ls b"));
  }

  @Test
  void split_emptyStatements_areLeftOut() {
    assertEquals(List.of("a"), sql(";; a ;\n-- nothing\n;"));
  }

  @Test
  void split_openQuote_namesTheLine() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> sql("select 1;\nselect 'abc"));
    assertEquals("line 2: ' is never closed", e.getMessage());
  }

  @Test
  void split_openBlockComment_isAnError() {
    assertThrows(IllegalArgumentException.class, () -> sql("select 1 /* abc"));
  }
}
