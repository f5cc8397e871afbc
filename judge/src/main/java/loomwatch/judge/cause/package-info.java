/** Why something got worse: which methods spend more, by how much, and how sure that is. */
@NullMarked
package loomwatch.judge.cause;

import org.jspecify.annotations.NullMarked;
