/**
 * The command line: plans blocks, launches and observes subjects, calls the other modules in turn.
 */
@NullMarked
package loomwatch.harness;

import org.jspecify.annotations.NullMarked;
