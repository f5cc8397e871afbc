/** Pure statistics on {@code double[]}, independent of metrics, files, records and reports. */
@NullMarked
package loomwatch.judge.statistics;

import org.jspecify.annotations.NullMarked;
