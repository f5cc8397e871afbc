/**
 * Creates what GitHub shows of a run that another machine made. This is pure: a record in, texts
 * and JSON out; the module harness makes the requests.
 */
@NullMarked
package loomwatch.reporting.publish;

import org.jspecify.annotations.NullMarked;
