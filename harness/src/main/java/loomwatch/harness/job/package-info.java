/** A measurement from what was asked for to its record, verdict and exit code. */
@NullMarked
package loomwatch.harness.job;

import org.jspecify.annotations.NullMarked;
