/**
 * What this service can detect on one host: its noise, its false positives and what it catches,
 * from stored comparisons of one service with itself and with an injected fault.
 */
@NullMarked
package loomwatch.judge.calibration;

import org.jspecify.annotations.NullMarked;
