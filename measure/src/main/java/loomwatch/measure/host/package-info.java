/** Reads the machine's properties, divides its CPUs, and reads kernel figures of processes. */
@NullMarked
package loomwatch.measure.host;

import org.jspecify.annotations.NullMarked;
