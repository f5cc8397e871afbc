/** Judging a record against the policy. */
@NullMarked
package loomwatch.gate.verdict;

import org.jspecify.annotations.NullMarked;
