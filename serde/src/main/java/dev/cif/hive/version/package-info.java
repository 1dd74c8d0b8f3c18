/**
 * Differences between the versions of Hive that one jar runs in: the classes of 2.3 that Spark
 * brings, 3.1, and 4.x. The code is compiled against 4.0; here is what older versions lack, or have
 * in another form.
 */
package dev.cif.hive.version;
