package loomwatch.harness.cli;

import loomwatch.harness.job.Shown;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Style.Colour;
import loomwatch.tell.text.Style.Detail;
import picocli.CommandLine.Option;

/** Options of every command that shows a verdict. */
final class OutputOptions {
  private static final int WIDEST = 120;
  private static final int LOG_WIDTH = 100;

  @Option(
      names = "--json",
      description = "Print the result as JSON on standard output, and nothing else there.")
  private boolean json;

  @Option(names = "--all", description = "Show everything, not only what is important.")
  private boolean all;

  boolean json() {
    return json;
  }

  Shown shown() {
    return new Shown(json, style());
  }

  /** Fits the report to where it is shown: colour on a terminal unless NO_COLOR is set. */
  Style style() {
    boolean terminal = terminal();
    boolean colour = terminal && System.getenv("NO_COLOR") == null;
    return new Style(
        terminal ? width() : LOG_WIDTH,
        colour ? Colour.ON : Colour.OFF,
        all ? Detail.ALL : Detail.KEY);
  }

  /** Told by the launcher, which still has the terminal's own descriptors. */
  static boolean terminal() {
    return Boolean.getBoolean("loomwatch.terminal");
  }

  private static int width() {
    return Math.min(WIDEST, Integer.getInteger("loomwatch.columns", LOG_WIDTH));
  }
}
