/** The subject file: how a team's service is built, started, known to be ready and loaded. */
@NullMarked
package loomwatch.measure.subject;

import org.jspecify.annotations.NullMarked;
