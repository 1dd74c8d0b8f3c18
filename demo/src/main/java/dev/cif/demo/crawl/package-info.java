/**
 * Turns published Javadoc jars into a web crawl: the paper's URLInfo records (figure 2) in one Avro
 * file, with links parsed from the pages and in-links computed from them.
 *
 * <p>Start reading at {@link dev.cif.demo.crawl.JavadocCrawl}.
 */
package dev.cif.demo.crawl;
