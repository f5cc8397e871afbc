/** The proof of the engines: rate, floor, and every way a run can go wrong, in one table. */
@NullMarked
package loomwatch.benchmarks.engines;

import org.jspecify.annotations.NullMarked;
