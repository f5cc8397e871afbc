/** The content of the trend site: JSON files of records and verdicts, and the pages' assets. */
@NullMarked
package loomwatch.reporting.site;

import org.jspecify.annotations.NullMarked;
