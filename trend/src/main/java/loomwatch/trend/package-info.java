/**
 * Judges history: what changed, at which commits, in which mode and metric, and how certain that
 * is.
 *
 * <p>{@link loomwatch.trend.TrendReport} is the result and the format of {@code trend.json}.
 */
@NullMarked
package loomwatch.trend;

import org.jspecify.annotations.NullMarked;
