/** Single values, decoded on demand (the paper's section 5): as JSON, and parsed from text. */
package dev.cif.format.value;
