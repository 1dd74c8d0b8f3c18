package dev.cif.bench.data;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Triggers that an event passed. Few of them pass often, as in a real trigger menu. The items that
 * passed at the first level decide which chains look at the event.
 */
record EventTriggers(
    BitSet firstBefore, BitSet firstAfter, BitSet firstVetoed, BitSet passed, Names names) {
  private static final int ITEMS = 512;
  private static final int CHAINS = 1024;

  /** Number of chains of an item. */
  private static final int FAN_OUT = CHAINS / ITEMS;

  /** Names of the chains. */
  static final class Names {
    private static final String[] OBJECTS = {
      "mu26", "e60", "g35", "j380", "tau125", "xe110", "2mu14", "2e17", "3j200", "ht850"
    };
    private static final String[] QUALITIES = {
      "ivarmedium", "lhtight_nod0", "loose", "boffperf_split", "mht_L1XE50", "perf_ptonly"
    };
    private final String[] names = new String[CHAINS];

    Names() {
      Arrays.setAll(
          names,
          chain ->
              "HLT_"
                  + OBJECTS[chain / 7 % OBJECTS.length]
                  + '_'
                  + QUALITIES[chain % QUALITIES.length]
                  + '_'
                  + chain);
    }
  }

  static EventTriggers of(SplittableRandom random, Names names) {
    BitSet before = new BitSet(ITEMS);
    int items = 2 + random.nextInt(8);
    for (int i = 0; i < items; i++) {
      before.set(popular(random));
    }
    BitSet after = keep(before, random, 3);
    BitSet vetoed = keep(after, random, 12);
    BitSet passed = new BitSet(CHAINS);
    for (int item = vetoed.nextSetBit(0); item >= 0; item = vetoed.nextSetBit(item + 1)) {
      passed.set(item * FAN_OUT + random.nextInt(FAN_OUT));
    }
    return new EventTriggers(before, after, vetoed, passed, names);
  }

  /** Draws an item; the n-th passes about 1 / n as often as the first. */
  private static int popular(SplittableRandom random) {
    return (int) Math.pow(ITEMS, random.nextDouble()) - 1;
  }

  /**
   * Returns the bits that remain when one bit in {@code oneIn} is cleared; the first always stays.
   */
  private static BitSet keep(BitSet bits, SplittableRandom random, int oneIn) {
    BitSet kept = (BitSet) bits.clone();
    for (int bit = bits.nextSetBit(bits.nextSetBit(0) + 1); bit >= 0; ) {
      if (random.nextInt(oneIn) == 0) {
        kept.clear(bit);
      }
      bit = bits.nextSetBit(bit + 1);
    }
    return kept;
  }

  private static String hex(BitSet bits, int size) {
    char[] digits = new char[size / 4];
    Arrays.fill(digits, '0');
    for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
      int digit = Character.digit(digits[bit / 4], 16) | 1 << bit % 4;
      digits[bit / 4] = Character.forDigit(digit, 16);
    }
    return new String(digits);
  }

  String beforePrescale() {
    return hex(firstBefore, ITEMS);
  }

  String afterPrescale() {
    return hex(firstAfter, ITEMS);
  }

  String afterVeto() {
    return hex(firstVetoed, ITEMS);
  }

  /** Returns the second level's bits: none, since that level doesn't exist any more. */
  String level2() {
    return "0";
  }

  String filter() {
    return hex(passed, CHAINS);
  }

  /** Returns the names of the chains; their order has no meaning. */
  String chains() {
    StringBuilder list = new StringBuilder();
    for (int chain = passed.nextSetBit(0); chain >= 0; chain = passed.nextSetBit(chain + 1)) {
      list.append(list.isEmpty() ? "" : ";").append(names.names[chain]);
    }
    return list.toString();
  }
}
