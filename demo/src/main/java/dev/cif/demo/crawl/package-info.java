/**
 * Turns published Javadoc jars into a web crawl: the paper's URLInfo records (figure 2) in one Avro
 * file, with links that were really parsed and in-links that were really inverted.
 *
 * <p>Start reading at {@link dev.cif.demo.crawl.JavadocCrawl}.
 */
package dev.cif.demo.crawl;
