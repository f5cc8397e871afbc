/** Whole reports for people: in a terminal, and as Markdown. */
@NullMarked
package loomwatch.tell.report;

import org.jspecify.annotations.NullMarked;
