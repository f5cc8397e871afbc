/** Words, numbers and tables as every report writes them. */
@NullMarked
package loomwatch.tell.text;

import org.jspecify.annotations.NullMarked;
