/** Words, numbers and tables as every report writes them. */
@NullMarked
package loomwatch.reporting.text;

import org.jspecify.annotations.NullMarked;
