/** What the numbers mean: statistics, thresholds, verdicts, causes. */
@NullMarked
package loomwatch.judge;

import org.jspecify.annotations.NullMarked;
