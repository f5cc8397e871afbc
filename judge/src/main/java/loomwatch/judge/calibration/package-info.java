/**
 * Calibration of one host: noise, false positives and detection rates, from stored comparisons of
 * one service with itself and with an injected fault.
 */
@NullMarked
package loomwatch.judge.calibration;

import org.jspecify.annotations.NullMarked;
