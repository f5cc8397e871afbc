/** Warming up, loading slice by slice, and turning what was seen into launches. */
@NullMarked
package loomwatch.measure.blocks;

import org.jspecify.annotations.NullMarked;
