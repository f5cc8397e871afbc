package loomwatch.harness.job;

import loomwatch.tell.text.Style;

/**
 * How a verdict is to be shown on standard output.
 *
 * @param json as JSON and nothing else, in place of text
 * @param style of the text
 */
public record Shown(boolean json, Style style) {}
