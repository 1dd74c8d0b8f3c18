/**
 * Writes the rows of files as a table: {@link dev.cif.cli.load.TableWriter} in this process, or
 * {@link dev.cif.cli.load.LoadJob} as a MapReduce job that can be taken up where it was broken off.
 *
 * <p>A job has a {@link dev.cif.cli.load.LoadPlan} of tasks, each a list of ranges of files. Each
 * is a map that writes split-directories into a folder of its attempt, within a hidden {@link
 * dev.cif.cli.load.WorkFolder} beside the table. One rename makes that folder the task's; when all
 * tasks are done another makes their split-directories the table.
 */
package dev.cif.cli.load;
