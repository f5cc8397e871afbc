/** Finds the commit that caused a regression by successive comparisons. */
@NullMarked
package loomwatch.harness.bisect;

import org.jspecify.annotations.NullMarked;
