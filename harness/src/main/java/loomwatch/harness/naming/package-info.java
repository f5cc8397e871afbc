/** What a person may have meant by a name nobody knows. */
@NullMarked
package loomwatch.harness.naming;

import org.jspecify.annotations.NullMarked;
