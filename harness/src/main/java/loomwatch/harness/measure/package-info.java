/** Warming up, loading slice by slice, and turning what was seen into launches. */
@NullMarked
package loomwatch.harness.measure;

import org.jspecify.annotations.NullMarked;
