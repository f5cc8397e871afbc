/** Finds, measures, continues and judges studies. */
@NullMarked
package loomwatch.harness.study;

import org.jspecify.annotations.NullMarked;
