package dev.cif.format.internal.auto;

import dev.cif.format.internal.io.Input;

/** Parts that follow each other in the input; their nodes are opened when they are wanted. */
final class InlineParts implements Parts {
  private final Input[] inputs;

  private InlineParts(Input[] inputs) {
    this.inputs = inputs;
  }

  /**
   * Returns the next {@code count} parts and moves behind them. Each part is one node, the last
   * part {@code inLast} nodes. If the block is divided, returns its parts.
   *
   * @param divided parts of the block; null if the nodes are in the input
   */
  static Parts of(Input in, int count, int inLast, Parts divided) {
    if (divided != null) {
      if (divided.count() != count) {
        throw in.corrupt(divided.count() + " parts of a block whose node has " + count);
      }
      return divided;
    }
    Input[] inputs = new Input[count];
    for (int part = 0; part < count; part++) {
      int start = in.position();
      for (int k = part == count - 1 ? inLast : 1; k > 0; k--) {
        in.sized("a part of a node");
      }
      inputs[part] = in.since(start);
    }
    return new InlineParts(inputs);
  }

  @Override
  public int count() {
    return inputs.length;
  }

  @Override
  public long length() {
    long length = 0;
    for (Input input : inputs) {
      length += input.remaining();
    }
    return length;
  }

  @Override
  public Input read(int part) {
    return inputs[part].copy();
  }
}
