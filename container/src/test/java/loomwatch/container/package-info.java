/** Builds images of the server and runs it in containers. */
@NullMarked
package loomwatch.container;

import org.jspecify.annotations.NullMarked;
