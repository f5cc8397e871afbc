/** Reads {@code thresholds.yaml} and {@code accepted.yaml}. */
@NullMarked
package loomwatch.judge.thresholds;

import org.jspecify.annotations.NullMarked;
