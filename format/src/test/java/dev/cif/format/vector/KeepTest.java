package dev.cif.format.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cif.format.Model;
import dev.cif.format.schema.CifType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigint",
        "double",
        "decimal(30,4)",
        "timestamp",
        "string",
        "array<string>",
        "map<string,int>",
        "struct<a:int,b:struct<c:string,d:array<double>>>",
        "uniontype<int,string>"
      })
  void keptSlots_haveTheirValues(String text) {
    CifType type = CifType.parse(text);
    Random random = new Random(text.hashCode());
    for (int round = 0; round < 60; round++) {
      int percent = List.of(0, 1, 10, 50, 99).get(round % 5);
      ColumnVector vector = ColumnVector.create(type);
      List<Object> model = new ArrayList<>();
      int rows = random.nextInt(400);
      for (int i = 0; i < rows; i++) {
        Object value =
            round < 30 ? Model.random(type, random, 0) : Model.randomOrNull(type, random, 0);
        Model.append(value, vector);
        model.add(value);
      }
      int[] kept =
          IntStream.range(0, model.size()).filter(i -> random.nextInt(100) >= percent).toArray();
      vector.keep(kept, kept.length);
      assertEquals(kept.length, vector.size());
      // Later values stand behind those that were kept.
      Object last = Model.random(type, random, 0);
      Model.append(last, vector);
      for (int i = 0; i < kept.length; i++) {
        assertEquals(model.get(kept[i]), Model.of(vector, i), type + " " + i);
      }
      assertEquals(last, Model.of(vector, kept.length));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100})
  void runs_endWhereNumbersDo(int bound) {
    Random random = new Random(bound);
    for (int round = 0; round < 200; round++) {
      int[] numbers = IntStream.range(0, 300).filter(i -> random.nextInt(bound) == 0).toArray();
      int i = 0;
      while (i < numbers.length) {
        int end = i + 1;
        while (end < numbers.length && numbers[end] == numbers[end - 1] + 1) {
          end++;
        }
        assertEquals(end, Runs.end(numbers, i, numbers.length));
        i = end;
      }
    }
  }
}
