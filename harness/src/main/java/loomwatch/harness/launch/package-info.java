/** Starting and stopping the processes that are measured. */
@NullMarked
package loomwatch.harness.launch;

import org.jspecify.annotations.NullMarked;
