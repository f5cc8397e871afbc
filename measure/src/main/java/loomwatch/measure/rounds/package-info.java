/** Warms servers, loads them window by window, and records their launches. */
@NullMarked
package loomwatch.measure.rounds;

import org.jspecify.annotations.NullMarked;
