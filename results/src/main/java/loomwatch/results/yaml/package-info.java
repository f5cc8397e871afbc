/**
 * What people write: YAML read with the place of every problem, its line, a caret, and what to do.
 */
@NullMarked
package loomwatch.results.yaml;

import org.jspecify.annotations.NullMarked;
