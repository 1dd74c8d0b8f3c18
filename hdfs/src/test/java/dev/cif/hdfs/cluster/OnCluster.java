package dev.cif.hdfs.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class of tests that start daemons, which miss their heartbeats where the machine is busy: when
 * one of them fails it is asked again, with the same seed, and {@code bin/test} says so in the end.
 * No other test is asked again.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("cluster")
@ExtendWith(SeedOfFailure.class)
public @interface OnCluster {}
