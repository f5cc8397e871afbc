/** Comparisons of which the outcome is known, one after another, and what they come to. */
@NullMarked
package loomwatch.harness.calibrate;

import org.jspecify.annotations.NullMarked;
