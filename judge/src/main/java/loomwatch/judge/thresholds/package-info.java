/** Reads {@code thresholds.yaml}; reads and writes {@code accepted.yaml}. */
@NullMarked
package loomwatch.judge.thresholds;

import org.jspecify.annotations.NullMarked;
