/** Reads the workflows, lints them, and runs them. */
@NullMarked
package loomwatch.workflows;

import org.jspecify.annotations.NullMarked;
