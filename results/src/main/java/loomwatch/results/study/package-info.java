/** What a study asked, and what its cells showed: its design, its launches, its file. */
@NullMarked
package loomwatch.results.study;

import org.jspecify.annotations.NullMarked;
