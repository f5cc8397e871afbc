/** The commands that measure the figures Loomwatch claims for itself. */
@NullMarked
package loomwatch.benchmarks;

import org.jspecify.annotations.NullMarked;
