/**
 * Drives Apache JMeter, here or on machines beside, and reads from its whole milliseconds what can
 * be read from them.
 */
@NullMarked
package loomwatch.loadgen.jmeter;

import org.jspecify.annotations.NullMarked;
