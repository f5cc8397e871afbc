/** What the endpoints do: one documented cost each. */
@NullMarked
package loomwatch.server.workload;

import org.jspecify.annotations.NullMarked;
