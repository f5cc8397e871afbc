/** Starting and stopping the processes that are measured. */
@NullMarked
package loomwatch.measure.launch;

import org.jspecify.annotations.NullMarked;
