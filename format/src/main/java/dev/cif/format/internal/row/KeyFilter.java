package dev.cif.format.internal.row;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.ErrorPlace;
import dev.cif.format.internal.io.Input;
import dev.cif.format.internal.io.Output;
import dev.cif.format.schema.CifType;
import dev.cif.format.schema.CifType.Physical;
import dev.cif.format.value.MapKey;

/**
 * Key filter of a dcsl block, FORMAT.md section 7.3. This Bloom filter proves, without the block,
 * that none of its maps has a key. Blocks of few keys have none.
 */
public final class KeyFilter {
  /** Least number of keys of a filter: reading the dictionary of fewer costs no more. */
  static final int LEAST_KEYS = 1024;

  /** Mean number of keys for each word of 64 bits. */
  private static final int KEYS_A_WORD = 8;

  private static final long BASIS = 0xCBF29CE484222325L;
  private static final long PRIME = 0x100000001B3L;
  private static final byte[] NONE = {};

  private KeyFilter() {}

  /**
   * Returns the filter of the keys of a dcsl body; empty if it is to have none.
   *
   * @param type type of the maps
   * @param body written body, from its start
   */
  public static byte[] of(CifType type, Output body) {
    ValueDecoder keys = ValueDecoder.of(type.child(0));
    boolean isBytes = keys.type().physical() == Physical.BYTES;
    if (!isBytes && keys.type().physical() != Physical.INT) {
      return NONE;
    }
    int size = body.size();
    // Decoders load slack behind the bytes; its content has no meaning.
    body.extend(Input.SLACK);
    body.truncate(size);
    byte[] array = body.array();
    RowCursor c = new RowSource(array, 0, size, new DecodeCounter(), ErrorPlace.UNKNOWN).at(0);
    int m = c.count("the number of keys", size);
    if (m < LEAST_KEYS) {
      return NONE;
    }
    int words = (m + KEYS_A_WORD - 1) / KEYS_A_WORD;
    byte[] filter = new byte[words * Long.BYTES];
    for (int i = 0; i < m; i++) {
      long hash;
      if (isBytes) {
        int length = c.length();
        hash = hash(array, c.skip(length), length);
      } else {
        hash = hash(((IntegerDecoder) keys).content(c));
      }
      int at = word(hash, words);
      Input.LONG.set(filter, at, (long) Input.LONG.get(filter, at) | bits(hash));
    }
    return filter;
  }

  /**
   * Returns false if no map of the block has the key.
   *
   * @param filter filter, a multiple of 8 bytes and not empty
   */
  public static boolean mayHave(Input filter, MapKey key) {
    int words = filter.remaining() / Long.BYTES;
    byte[] bytes = key.bytes();
    long hash = key.isBytes() ? hash(bytes, 0, bytes.length) : hash(key.number());
    long wanted = bits(hash);
    long word = (long) Input.LONG.get(filter.array(), filter.position() + word(hash, words));
    return (word & wanted) == wanted;
  }

  /**
   * Returns the offset of a key's word: the high half of the hash, scaled to the number of words.
   */
  private static int word(long hash, int words) {
    return (int) (((hash >>> 32) * words) >>> 32) * Long.BYTES;
  }

  /** Returns a word with the key's four bits, chosen by four groups of six bits of the hash. */
  private static long bits(long hash) {
    return 1L << (hash & 63)
        | 1L << (hash >>> 6 & 63)
        | 1L << (hash >>> 12 & 63)
        | 1L << (hash >>> 18 & 63);
  }

  /** Returns FNV-1a over the eight bytes of a number, low byte first. */
  private static long hash(long number) {
    long h = BASIS;
    for (int shift = 0; shift < 64; shift += 8) {
      h = (h ^ (number >>> shift & 0xFF)) * PRIME;
    }
    return mixed(h);
  }

  /** Returns the hash that FORMAT.md section 7.3 defines. */
  static long hash(byte[] bytes, int start, int length) {
    long h = BASIS;
    for (int i = start; i < start + length; i++) {
      h = (h ^ (bytes[i] & 0xFF)) * PRIME;
    }
    return mixed(h);
  }

  /** Spreads the entropy that FNV-1a leaves in few bits. */
  private static long mixed(long hash) {
    long h = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return h ^ (h >>> 33);
  }
}
