/** Drives the installed wrk2; each of its pitfalls makes a run invalid or is documented. */
@NullMarked
package loomwatch.loadgen.wrk2;

import org.jspecify.annotations.NullMarked;
