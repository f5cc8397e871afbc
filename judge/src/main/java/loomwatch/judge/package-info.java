/** Statistics, thresholds, verdicts and causes. */
@NullMarked
package loomwatch.judge;

import org.jspecify.annotations.NullMarked;
