/** Verdict and calibration as JSON, written and read. */
@NullMarked
package loomwatch.tell.json;

import org.jspecify.annotations.NullMarked;
