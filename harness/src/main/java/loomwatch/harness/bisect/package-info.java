/** Finds the commit that made something worse, one comparison after another. */
@NullMarked
package loomwatch.harness.bisect;

import org.jspecify.annotations.NullMarked;
