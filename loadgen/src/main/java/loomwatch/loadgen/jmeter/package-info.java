/** Drives Apache JMeter, here or on other machines, and evaluates its samples. */
@NullMarked
package loomwatch.loadgen.jmeter;

import org.jspecify.annotations.NullMarked;
