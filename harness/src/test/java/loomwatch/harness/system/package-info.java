/** The whole program, as a user starts it: real servers, real load, real signals. */
@NullMarked
package loomwatch.harness.system;

import org.jspecify.annotations.NullMarked;
