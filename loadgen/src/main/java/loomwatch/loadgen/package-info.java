/**
 * Load: the generator interface, for fixed rates and closed loops, and the proof that a run was
 * valid. The generators are in the packages below.
 */
@NullMarked
package loomwatch.loadgen;

import org.jspecify.annotations.NullMarked;
