/** What is to be measured: scenarios, profiles, blocks and their order. */
@NullMarked
package loomwatch.harness.plan;

import org.jspecify.annotations.NullMarked;
