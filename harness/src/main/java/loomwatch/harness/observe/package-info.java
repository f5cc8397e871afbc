/** What is seen of a server while it runs: JFR, memory, CPU, threads. */
@NullMarked
package loomwatch.harness.observe;

import org.jspecify.annotations.NullMarked;
