/** A verdict for people and machines: terminal, Markdown, JSON. */
@NullMarked
package loomwatch.gate.report;

import org.jspecify.annotations.NullMarked;
