/** Starts and stops the measured processes. */
@NullMarked
package loomwatch.measure.launch;

import org.jspecify.annotations.NullMarked;
