/** Call stacks of a running server: which events tell them, and what each says was spent. */
@NullMarked
package loomwatch.measure.profile;

import org.jspecify.annotations.NullMarked;
