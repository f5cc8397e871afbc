/** Lets programs call Loomwatch by the Model Context Protocol. */
@NullMarked
package loomwatch.harness.mcp;

import org.jspecify.annotations.NullMarked;
