/** What is seen of a server while it runs: JFR, memory, CPU, threads, and call stacks. */
@NullMarked
package loomwatch.measure.observe;

import org.jspecify.annotations.NullMarked;
