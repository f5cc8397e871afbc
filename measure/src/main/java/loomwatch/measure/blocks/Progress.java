package loomwatch.measure.blocks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import loomwatch.results.Plain;

/**
 * Tells a person how far the run is and how much time is left. On a terminal one line is rewritten;
 * in a log each step is one line. Not thread-safe.
 */
public final class Progress {
  /** Where it is shown. */
  public enum Style {
    TERMINAL,
    LOG
  }

  private final PrintStream out;
  private final Style style;
  private final int steps;
  private final long startNanos = System.nanoTime();
  private int step;
  private String title = "";
  private Duration left;

  /**
   * A progress over so many steps.
   *
   * @param expected how long all of it should take
   */
  public Progress(PrintStream out, Style style, int steps, Duration expected) {
    this.out = out;
    this.style = style;
    this.steps = steps;
    this.left = expected;
  }

  /** A step begins. */
  public void begin(String what, Duration leftWithThis) {
    step++;
    title = what;
    left = leftWithThis;
    if (style == Style.LOG) {
      out.printf(Locale.ROOT, "[%2d/%d] %-28s about %s left%n", step, steps, title, clock(left));
    }
  }

  /** What is being done within the step. */
  void doing(String format, Object... arguments) {
    if (style == Style.TERMINAL) {
      out.printf(
          Locale.ROOT,
          "\r\033[2K[%2d/%d] %s: %s · about %s left",
          step,
          steps,
          title,
          String.format(Locale.ROOT, format, arguments),
          clock(left));
      out.flush();
    }
  }

  /** Something a person should know now. */
  public void note(String text) {
    out.printf(
        Locale.ROOT, "%s%s%n", style == Style.TERMINAL ? "\r\033[2K" : "", Plain.lines(text));
  }

  /** All steps are done. */
  public void end() {
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    note("measured in " + clock(took));
  }

  private static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
