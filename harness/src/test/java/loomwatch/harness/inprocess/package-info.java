/** Runs commands within a JVM that is warm: most of the time of a command's own is its start. */
@NullMarked
package loomwatch.harness.inprocess;

import org.jspecify.annotations.NullMarked;
