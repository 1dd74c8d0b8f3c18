package dev.cif.format.vector;

/**
 * Runs of consecutive numbers in arrays of ascending ones, such as the rows that a filter leaves.
 */
public final class Runs {
  private Runs() {}

  /**
   * Returns the first position behind {@code i} at which the numbers are not consecutive. Long runs
   * take steps that double.
   *
   * @param ascending ascending numbers, each once
   * @param count number of them
   */
  public static int end(int[] ascending, int i, int count) {
    int shift = ascending[i] - i;
    int end = i + 1;
    int step = 1;
    while (end + step <= count && ascending[end + step - 1] - (end + step - 1) == shift) {
      end += step;
      step *= 2;
    }
    for (step /= 2; step > 0; step /= 2) {
      if (end + step <= count && ascending[end + step - 1] - (end + step - 1) == shift) {
        end += step;
      }
    }
    return end;
  }
}
