/** The demo server: embedded Tomcat with platform or virtual threads, and its workloads. */
@NullMarked
package loomwatch.server;

import org.jspecify.annotations.NullMarked;
