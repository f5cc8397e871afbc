/** GitHub's REST API: what is sent there, patiently, and found again. */
@NullMarked
package loomwatch.harness.github;

import org.jspecify.annotations.NullMarked;
