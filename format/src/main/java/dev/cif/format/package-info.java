/**
 * Library of the CIF format. It depends on Hadoop's FileSystem, and on no engine. Start reading at
 * {@link dev.cif.format.read.SplitReader} and {@link dev.cif.format.write.SplitWriter}. Packages
 * are floors: {@code compact}, {@code write}, {@code commit}, {@code scan}, {@code read}, {@code
 * internal}, {@code value}, {@code vector} and {@code options}, {@code schema}. Each uses those
 * below it only.
 */
package dev.cif.format;
