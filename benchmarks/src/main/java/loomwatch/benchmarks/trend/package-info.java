/**
 * Proves the trend's figures: false positives and delays on simulated histories, beside the default
 * rules of other tools, and the speed of the localisation.
 */
@NullMarked
package loomwatch.benchmarks.trend;

import org.jspecify.annotations.NullMarked;
