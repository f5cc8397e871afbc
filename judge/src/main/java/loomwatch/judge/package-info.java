/** Thresholds, statistics, verdict and reports. */
@NullMarked
package loomwatch.judge;

import org.jspecify.annotations.NullMarked;
