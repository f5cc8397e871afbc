/** Why something got worse, as people and other programs read it. */
@NullMarked
package loomwatch.tell.cause;

import org.jspecify.annotations.NullMarked;
