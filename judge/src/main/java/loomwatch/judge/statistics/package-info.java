/** Pure statistics: {@code double[]} in, records out. Knows no metric, YAML, record or report. */
@NullMarked
package loomwatch.judge.statistics;

import org.jspecify.annotations.NullMarked;
