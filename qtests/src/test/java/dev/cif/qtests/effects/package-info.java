/**
 * What statements on CIF tables do besides giving answers: the files that they open, the values
 * that they decode, and what they leave in the file system. Start reading at {@link
 * dev.cif.qtests.effects.HiveFixture}.
 */
package dev.cif.qtests.effects;
