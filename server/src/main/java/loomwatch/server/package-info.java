/** The service: embedded Tomcat with platform or virtual threads, and the workloads. */
@NullMarked
package loomwatch.server;

import org.jspecify.annotations.NullMarked;
