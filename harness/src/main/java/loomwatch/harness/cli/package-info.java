/** The commands of the command line, which return exit codes. */
@NullMarked
package loomwatch.harness.cli;

import org.jspecify.annotations.NullMarked;
