/** Bisection: finds the commit that caused a regression from measurements that may mislead. */
@NullMarked
package loomwatch.judge.bisect;

import org.jspecify.annotations.NullMarked;
