package loomwatch.measure.rounds;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import loomwatch.measure.plan.Profile.Subject;
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
  private RemainingTime left = RemainingTime.UNKNOWN;

  /**
   * Creates a progress over so many steps.
   *
   * @param stopped whether the run was stopped; then no more is printed, as failures follow from
   *     that
   */
  public Progress(PrintStream out, Style style, BooleanSupplier stopped, int steps, int columns) {
    this.out = out;
    this.style = style;
    this.columns = columns;
    this.stopped = stopped;
    this.steps = steps;
  }

  /** Begins a step; the time left is shown once it is known. */
  void begin(String what, RemainingTime leftWithThis) {
    step++;
    title = what;
    left = leftWithThis;
    if (style == Style.LOG) {
      String row =
          String.format(Locale.ROOT, "[%2d/%d] %-28s %s", step, steps, title, left.shown());
      print("%s%n", row.stripTrailing());
    }
  }

  /** Counts steps as done that an earlier call did. */
  void skip(int done) {
    step += done;
  }

  /** Shows the time left in a log, where it became known within a step. */
  void estimated() {
    if (style == Style.LOG) {
      print("        warm; %s%n", left.shown());
    }
  }

  void doing(String format, Object... arguments) {
    if (style == Style.TERMINAL) {
      String before = String.format(Locale.ROOT, "[%2d/%d] %s: ", step, steps, title);
      String what = String.format(Locale.ROOT, format, arguments);
      String known = left.shown();
      String after = known.isEmpty() ? "" : " · " + known;
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

  /**
   * Estimates the remaining time. What a service's start and warm-up take is unknown before its
   * first launches are warm; from then on the pace of what was done counts.
   */
  static final class RemainingTime {
    private static final RemainingTime UNKNOWN =
        new RemainingTime(Duration.ZERO, Subject.SERVICE, () -> 0);

    private final LongSupplier nanos;
    private final long began;
    private final long most;
    private long fewest;
    private long done;
    private double pace;

    RemainingTime(Duration expected, Subject subject, LongSupplier nanos) {
      this.nanos = nanos;
      this.began = nanos.getAsLong();
      this.most = expected.toNanos();
      this.fewest = most;
      this.pace = subject == Subject.SHIPPED ? 1 : Double.NaN;
    }

    /** Sets the expected duration, from the beginning, after which it may end. */
    void mayEndAfter(Duration expected) {
      fewest = Math.min(most, expected.toNanos());
    }

    /** Adds the expected duration of what is done. */
    void done(Duration expected) {
      done += expected.toNanos();
      pace = (double) elapsed() / done;
    }

    /**
     * Takes the pace from the first step, of which only the load is left.
     *
     * @return whether that is news
     */
    boolean warm(Duration load, Duration expectedStep) {
      if (done > 0 || !Double.isNaN(pace)) {
        return false;
      }
      pace = (double) (elapsed() + load.toNanos()) / expectedStep.toNanos();
      return true;
    }

    private long elapsed() {
      return nanos.getAsLong() - began;
    }

    private Duration until(long expected) {
      return Duration.ofNanos(Math.max(0, Math.round(expected * pace) - elapsed()));
    }

    /** Returns words such as "about 1:10 left" or "about 1:10 to 4:00 left"; empty if unknown. */
    String shown() {
      if (Double.isNaN(pace)) {
        return "";
      }
      String latest = clock(until(most));
      String soonest = clock(until(fewest));
      return soonest.equals(latest)
          ? "about %s left".formatted(latest)
          : "about %s to %s left".formatted(soonest, latest);
    }
  }
}
