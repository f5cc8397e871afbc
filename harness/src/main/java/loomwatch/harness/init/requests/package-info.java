/**
 * Finds the requests that a service's files, the service itself, or a file of another tool name.
 */
@NullMarked
package loomwatch.harness.init.requests;

import org.jspecify.annotations.NullMarked;
