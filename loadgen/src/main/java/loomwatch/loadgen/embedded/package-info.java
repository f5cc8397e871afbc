/**
 * The embedded generator: an open-loop HTTP load generator on Netty's native transport, in a JVM of
 * its own.
 */
@NullMarked
package loomwatch.loadgen.embedded;

import org.jspecify.annotations.NullMarked;
