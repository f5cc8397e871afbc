/** Warms servers, loads them window by window, and turns the observations into launches. */
@NullMarked
package loomwatch.measure.rounds;

import org.jspecify.annotations.NullMarked;
