package dev.cif.format.internal.auto;

import dev.cif.format.internal.BlockPlace;
import dev.cif.format.internal.DecodeCounter;

/** Objects that all nodes of a block share. */
record Context(DecodeCounter counter, BlockPlace place) {}
