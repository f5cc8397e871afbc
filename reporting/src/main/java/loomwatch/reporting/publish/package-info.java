/**
 * From a run that somebody else made to what is shown of it on GitHub. Pure: a record in, texts and
 * JSON out; the requests are the harness's.
 */
@NullMarked
package loomwatch.reporting.publish;

import org.jspecify.annotations.NullMarked;
