/** Gathering the records of a site, and showing it on this machine. */
@NullMarked
package loomwatch.harness.site;

import org.jspecify.annotations.NullMarked;
