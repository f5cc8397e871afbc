/** Sends alerts to chats and webhooks: one message for each, updated where they can. */
@NullMarked
package loomwatch.harness.notify;

import org.jspecify.annotations.NullMarked;
