/** Publishes to GitHub's REST API with retries, and finds again what was published. */
@NullMarked
package loomwatch.harness.github;

import org.jspecify.annotations.NullMarked;
