/** The embedded generator: HTTP load with Netty's native transport, in a separate JVM. */
@NullMarked
package loomwatch.loadgen.embedded;

import org.jspecify.annotations.NullMarked;
