/** The thresholds of {@code thresholds.yaml}: what is limited, by how much, and why. */
@NullMarked
package loomwatch.judge.thresholds;

import org.jspecify.annotations.NullMarked;
