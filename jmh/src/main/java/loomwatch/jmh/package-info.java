/** The thread-creation suite. */
@NullMarked
package loomwatch.jmh;

import org.jspecify.annotations.NullMarked;
