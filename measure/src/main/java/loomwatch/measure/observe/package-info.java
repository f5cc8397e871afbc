/** Observes a running server: JFR, memory, CPU, threads and call stacks. */
@NullMarked
package loomwatch.measure.observe;

import org.jspecify.annotations.NullMarked;
