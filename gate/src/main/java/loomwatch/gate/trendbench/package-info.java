/**
 * Proves the trend's figures: false alarms and delays on simulated histories, beside the default
 * rules of other tools, and the speed of the localisation.
 */
@NullMarked
package loomwatch.gate.trendbench;

import org.jspecify.annotations.NullMarked;
