package loomwatch.measure.rounds;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import loomwatch.results.files.Plain;

/** Shows progress, on one rewritten line or one line per step in a log. Not thread-safe. */
public final class Progress {
  public enum Style {
    TERMINAL,
    LOG
  }

  private final PrintStream out;
  private final Style style;
  private final BooleanSupplier stopped;
  private final int steps;
  private final int columns;
  private final long startNanos = System.nanoTime();
  private int step;
  private String title = "";
  private Duration left;

  /**
   * Creates a progress over so many steps.
   *
   * @param stopped whether the run was stopped; then no more is printed, as failures follow from
   *     that
   */
  public Progress(
      PrintStream out,
      Style style,
      BooleanSupplier stopped,
      int steps,
      Duration expected,
      int columns) {
    this.out = out;
    this.style = style;
    this.columns = columns;
    this.stopped = stopped;
    this.steps = steps;
    this.left = expected;
  }

  public void begin(String what, Duration leftWithThis) {
    step++;
    title = what;
    left = leftWithThis;
    if (style == Style.LOG) {
      print("[%2d/%d] %-28s about %s left%n", step, steps, title, clock(left));
    }
  }

  void doing(String format, Object... arguments) {
    if (style == Style.TERMINAL) {
      String before = String.format(Locale.ROOT, "[%2d/%d] %s: ", step, steps, title);
      String what = String.format(Locale.ROOT, format, arguments);
      String after = " · about %s left".formatted(clock(left));
      // Only the last row of a wrapped line would be overwritten.
      int room = columns - 1 - before.length() - after.length();
      print(
          "\r\033[2K%s%s%s", before, what.substring(0, Math.clamp(room, 0, what.length())), after);
    }
  }

  public void note(String text) {
    print("%s%s%n", style == Style.TERMINAL ? "\r\033[2K" : "", Plain.lines(text));
  }

  public void end() {
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    note("measured in " + clock(took));
  }

  private void print(String format, Object... arguments) {
    if (!stopped.getAsBoolean()) {
      out.printf(Locale.ROOT, format, arguments);
      out.flush();
    }
  }

  private static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }

  /** Estimates the remaining time from what is expected and the pace of the steps done. */
  static final class RemainingTime {
    private final LongSupplier nanos;
    private final long began;
    private final long all;
    private long done;

    RemainingTime(Duration expected, LongSupplier nanos) {
      this.nanos = nanos;
      this.began = nanos.getAsLong();
      this.all = expected.toNanos();
    }

    void done(Duration expected) {
      done += expected.toNanos();
    }

    Duration now() {
      long remaining = Math.max(0, all - done);
      double pace = done == 0 ? 1 : (double) (nanos.getAsLong() - began) / done;
      return Duration.ofNanos(Math.round(remaining * pace));
    }
  }
}
