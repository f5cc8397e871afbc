/** Builds a site, and serves it on this machine. */
@NullMarked
package loomwatch.harness.site;

import org.jspecify.annotations.NullMarked;
