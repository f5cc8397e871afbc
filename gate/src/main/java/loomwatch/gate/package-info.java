/** Thresholds, statistics, verdict and reports. */
@NullMarked
package loomwatch.gate;

import org.jspecify.annotations.NullMarked;
