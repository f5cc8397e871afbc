/** Which of several commits made something worse, from measurements each of which may mislead. */
@NullMarked
package loomwatch.judge.bisect;

import org.jspecify.annotations.NullMarked;
