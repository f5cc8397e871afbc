/** Every reader of what others may have written, against input that is nearly right. */
@NullMarked
package loomwatch.harness.fuzz;

import org.jspecify.annotations.NullMarked;
