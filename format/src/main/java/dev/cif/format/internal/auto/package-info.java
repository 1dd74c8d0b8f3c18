/** Layout auto: blocks as trees of encoded streams (FORMAT.md section 6). */
package dev.cif.format.internal.auto;
