/** Files written by people: YAML, with the place, line, caret and advice of every problem. */
@NullMarked
package loomwatch.results.yaml;

import org.jspecify.annotations.NullMarked;
