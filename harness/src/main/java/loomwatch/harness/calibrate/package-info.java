/** Runs comparisons with a known outcome, and computes calibrations from them. */
@NullMarked
package loomwatch.harness.calibrate;

import org.jspecify.annotations.NullMarked;
