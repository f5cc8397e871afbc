/** Warming up, loading window by window, and turning what was seen into launches. */
@NullMarked
package loomwatch.measure.rounds;

import org.jspecify.annotations.NullMarked;
