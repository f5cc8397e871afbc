/** The proof of causes: faults put into the code, and how often the right method is named. */
@NullMarked
package loomwatch.benchmarks.causes;

import org.jspecify.annotations.NullMarked;
