/** Types that the layouts share inside the library. Nothing in {@code internal} is public API. */
package dev.cif.format.internal;
