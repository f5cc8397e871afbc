/**
 * The interface of load generators, for fixed rates and closed loops, and the rules for valid runs.
 * The generators are in the packages below.
 */
@NullMarked
package loomwatch.loadgen;

import org.jspecify.annotations.NullMarked;
