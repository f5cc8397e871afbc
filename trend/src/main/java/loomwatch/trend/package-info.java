/**
 * Judging history: what changed, where (commits, mode, metric) and how sure that is.
 *
 * <p>{@link loomwatch.trend.TrendReport} is the outcome and the format of {@code trend.json}.
 */
@NullMarked
package loomwatch.trend;

import org.jspecify.annotations.NullMarked;
