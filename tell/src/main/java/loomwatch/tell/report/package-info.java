/** A verdict for people and machines: terminal, Markdown, JSON. */
@NullMarked
package loomwatch.tell.report;

import org.jspecify.annotations.NullMarked;
