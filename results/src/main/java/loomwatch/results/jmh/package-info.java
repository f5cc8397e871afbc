/** Reads what JMH measured into launches: a fork is a launch, an iteration is not. */
@NullMarked
package loomwatch.results.jmh;

import org.jspecify.annotations.NullMarked;
