/** Contains the entry point of the program. */
@NullMarked
package loomwatch.harness;

import org.jspecify.annotations.NullMarked;
