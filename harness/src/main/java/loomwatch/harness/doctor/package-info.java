/** Checks whether the machine is fit to measure, and how to improve it. */
@NullMarked
package loomwatch.harness.doctor;

import org.jspecify.annotations.NullMarked;
