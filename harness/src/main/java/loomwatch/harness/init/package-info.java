/** Creates a first service file for a folder from its build files, by trying the service out. */
@NullMarked
package loomwatch.harness.init;

import org.jspecify.annotations.NullMarked;
