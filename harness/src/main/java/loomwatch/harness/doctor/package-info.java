/** Whether the machine is fit to measure, and how to fix it. */
@NullMarked
package loomwatch.harness.doctor;

import org.jspecify.annotations.NullMarked;
