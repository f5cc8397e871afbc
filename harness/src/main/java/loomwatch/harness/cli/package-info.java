/** The commands: arguments in, exit code out. */
@NullMarked
package loomwatch.harness.cli;

import org.jspecify.annotations.NullMarked;
