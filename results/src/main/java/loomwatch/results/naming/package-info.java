/** What a person may have meant by a name nobody knows. */
@NullMarked
package loomwatch.results.naming;

import org.jspecify.annotations.NullMarked;
