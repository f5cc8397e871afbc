/** The endpoints of the demo server, each with one documented cost. */
@NullMarked
package loomwatch.server.workload;

import org.jspecify.annotations.NullMarked;
