/** Injected faults, to prove that comparisons detect them. */
@NullMarked
package loomwatch.server.fault;

import org.jspecify.annotations.NullMarked;
