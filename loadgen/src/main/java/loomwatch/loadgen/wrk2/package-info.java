/**
 * The wrk2 generator: drives the operator's binary, and turns each of its traps into an invalid run
 * or a stated limit.
 */
@NullMarked
package loomwatch.loadgen.wrk2;

import org.jspecify.annotations.NullMarked;
