/** Judges a record against the thresholds. */
@NullMarked
package loomwatch.judge.verdict;

import org.jspecify.annotations.NullMarked;
