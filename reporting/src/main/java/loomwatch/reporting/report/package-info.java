/** Complete reports for people: at a terminal, and as Markdown. */
@NullMarked
package loomwatch.reporting.report;

import org.jspecify.annotations.NullMarked;
