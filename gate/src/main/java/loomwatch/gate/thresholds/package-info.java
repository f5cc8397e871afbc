/** The policy of {@code thresholds.yaml}: what is limited, by how much, and why. */
@NullMarked
package loomwatch.gate.thresholds;

import org.jspecify.annotations.NullMarked;
