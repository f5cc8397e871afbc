/** Whole reports for people: in a terminal, and as Markdown. */
@NullMarked
package loomwatch.reporting.report;

import org.jspecify.annotations.NullMarked;
