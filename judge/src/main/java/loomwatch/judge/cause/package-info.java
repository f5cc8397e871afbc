/** Finds the methods that cause a regression, their cost and its uncertainty. */
@NullMarked
package loomwatch.judge.cause;

import org.jspecify.annotations.NullMarked;
