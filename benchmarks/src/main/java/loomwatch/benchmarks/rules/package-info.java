/**
 * What others' rules make of comparisons of which the outcome is known, each as its own code has
 * it.
 */
@NullMarked
package loomwatch.benchmarks.rules;

import org.jspecify.annotations.NullMarked;
