/** Fixed-rate load: wrk2 and the embedded engine, and the proof that a run was valid. */
@NullMarked
package loomwatch.loadgen;

import org.jspecify.annotations.NullMarked;
