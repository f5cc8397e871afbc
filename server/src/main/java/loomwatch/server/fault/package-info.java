/** Faults injected on purpose, to prove that the detector sees them. */
@NullMarked
package loomwatch.server.fault;

import org.jspecify.annotations.NullMarked;
