/** What the threads of a launch were seen to spend, by call stack; and the folded text of it. */
@NullMarked
package loomwatch.results.stacks;

import org.jspecify.annotations.NullMarked;
