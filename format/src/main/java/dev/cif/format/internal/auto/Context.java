package dev.cif.format.internal.auto;

import dev.cif.format.internal.DecodeCounter;
import dev.cif.format.internal.io.ErrorPlace;

/** Objects that all nodes of a block share. */
record Context(DecodeCounter counter, ErrorPlace place) {}
