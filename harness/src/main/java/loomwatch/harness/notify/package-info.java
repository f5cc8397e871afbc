/** Tells chats and webhooks of alerts: one message for each, brought up to date where they can. */
@NullMarked
package loomwatch.harness.notify;

import org.jspecify.annotations.NullMarked;
