/** What the numbers of a study mean: its cells' values, and whether its claims hold here. */
@NullMarked
package loomwatch.judge.study;

import org.jspecify.annotations.NullMarked;
