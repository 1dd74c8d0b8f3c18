/** Classes of the package that must be compiled against Hive 3.1; see the same package of serde. */
package dev.cif.hive.version;
