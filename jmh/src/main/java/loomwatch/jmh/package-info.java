/** The JMH suite for thread creation and executors. */
@NullMarked
package loomwatch.jmh;

import org.jspecify.annotations.NullMarked;
