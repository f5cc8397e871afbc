/** Plans a measurement: scenarios, profiles, rounds and their order. */
@NullMarked
package loomwatch.measure.plan;

import org.jspecify.annotations.NullMarked;
