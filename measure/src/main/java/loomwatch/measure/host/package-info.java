/** The machine: what it is, which CPUs go to whom, and what the kernel knows of a process. */
@NullMarked
package loomwatch.measure.host;

import org.jspecify.annotations.NullMarked;
