/**
 * Writes the rows of files as a table: {@link dev.cif.cli.load.TableWriter} in this process, or
 * {@link dev.cif.cli.load.LoadJob} as a MapReduce job that can be resumed after an interruption.
 *
 * <p>A job has a {@link dev.cif.cli.load.LoadPlan} of tasks, each a list of ranges of files. Each
 * task is a map that writes split-directories into a folder of its attempt, within a hidden {@link
 * dev.cif.cli.load.LoadFolder} beside the table. One rename turns that folder into the task's. When
 * all tasks are done, another rename turns their split-directories into the table.
 */
package dev.cif.cli.load;
