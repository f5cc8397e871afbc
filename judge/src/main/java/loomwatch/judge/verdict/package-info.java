/** Judging a record against the policy. */
@NullMarked
package loomwatch.judge.verdict;

import org.jspecify.annotations.NullMarked;
