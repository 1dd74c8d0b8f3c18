/**
 * CIF as a storage format of Hive: {@code STORED AS CIF}. Start reading at {@link
 * dev.cif.hive.CifInputFormat} and {@link dev.cif.hive.CifOutputFormat}.
 */
package dev.cif.hive;
