/** Judges a study: the values of its cells, and whether its claims hold on this machine. */
@NullMarked
package loomwatch.judge.study;

import org.jspecify.annotations.NullMarked;
