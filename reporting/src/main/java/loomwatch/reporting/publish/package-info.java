/** Creates the texts and JSON that GitHub shows of a run; the module harness sends them. */
@NullMarked
package loomwatch.reporting.publish;

import org.jspecify.annotations.NullMarked;
