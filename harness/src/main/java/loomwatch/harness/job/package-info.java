/** Runs a measurement from the request to record, verdict and exit code. */
@NullMarked
package loomwatch.harness.job;

import org.jspecify.annotations.NullMarked;
