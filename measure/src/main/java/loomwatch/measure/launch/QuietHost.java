package loomwatch.measure.launch;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Waits until the measured CPUs are free of other load. It times fixed work, which takes twice as
 * long under background load, between windows, while no server is loaded. All variants wait by the
 * same rule. Not thread-safe.
 */
public final class QuietHost implements AutoCloseable {
  /** The host is busy above this multiple of the shortest time; normal variation is smaller. */
  private static final double BUSY = 1.3;

  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final List<Control> controls;
  private final List<Double> least;
  private Duration patience = Duration.ZERO;
  private double taken;
  private boolean seenQuiet;

  interface Control extends AutoCloseable {
    HostControl.Work work() throws IOException;

    @Override
    void close();
  }

  QuietHost(List<? extends Control> controls) {
    this.controls = List.copyOf(controls);
    this.least = new ArrayList<>(Collections.nCopies(controls.size(), Double.MAX_VALUE));
  }

  /** Starts the timing processes, on one JDK for all variants; an empty list means any CPU. */
  public static QuietHost start(
      Children children, Path jdk, List<Integer> server, List<Integer> generator)
      throws IOException {
    List<Control> controls = new ArrayList<>();
    controls.add(HostControl.start(children, jdk, server));
    if (!generator.equals(server)) {
      controls.add(HostControl.start(children, jdk, generator));
    }
    return new QuietHost(controls);
  }

  /** Adds to the total time it may wait; when that is used up, measuring goes on regardless. */
  public void grant(Duration more) {
    patience = patience.plus(more);
  }

  public void begin() {
    patience = Duration.ZERO;
    seenQuiet = false;
  }

  /**
   * Waits until the host is quiet; returns at once if it was just seen quiet.
   *
   * @return the quickest time of the last work on the server's CPUs, in seconds
   */
  public double await() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!seenQuiet && !look() && isPatient()) {
      Thread.sleep(BETWEEN); // More work would prolong the other load.
      long now = System.nanoTime();
      patience = patience.minusNanos(now - start);
      start = now;
    }
    seenQuiet = false;
    return taken;
  }

  /** Reports whether the host is quiet, or the time to wait for it is used up. */
  public boolean isQuiet() throws IOException {
    return !isPatient() || look();
  }

  private boolean isPatient() {
    return patience.isPositive();
  }

  private boolean look() throws IOException {
    seenQuiet = true;
    // They run one after the other, as two CPUs may share a core.
    for (int i = 0; i < controls.size(); i++) {
      HostControl.Work work = controls.get(i).work();
      if (i == 0) {
        taken = work.quickest();
      }
      // One repetition may run between two time slices of another process, so all of them count.
      least.set(i, Math.min(least.get(i), work.all()));
      seenQuiet &= work.all() <= BUSY * least.get(i);
    }
    return seenQuiet;
  }

  @Override
  public void close() {
    controls.forEach(Control::close);
  }

  /** Times fixed work on some CPUs, which shows changes of the host. Not thread-safe. */
  static final class HostControl implements QuietHost.Control {
    private static final double NANOS = 1e9;

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    /** Seconds of the quickest repetition, and of all, which show load of other processes. */
    record Work(double quickest, double all) {}

    private HostControl(Process process) {
      this.process = process;
      this.requests = process.outputWriter();
      this.replies = process.inputReader();
    }

    static HostControl start(Children children, Path jdk, List<Integer> cores) throws IOException {
      List<String> command = new ArrayList<>(CpuAffinity.prefix(cores));
      command.addAll(
          List.of(
              jdk.resolve("bin/java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-Xmx32m",
              "-Xlog:disable", // else it warns on standard output, where replies are read
              "-cp",
              System.getProperty("java.class.path"),
              ControlWork.class.getName()));
      return new HostControl(
          children.watch(
              new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start()));
    }

    @Override
    public Work work() throws IOException {
      requests.write("\n");
      requests.flush();
      String reply = replies.readLine();
      if (reply == null) {
        throw new IOException("the host control's process ended");
      }
      String[] nanos = reply.split(" ", -1);
      return new Work(Long.parseLong(nanos[0]) / NANOS, Long.parseLong(nanos[1]) / NANOS);
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /**
   * The fixed work of {@link HostControl}, in a JVM of its own. For each line on standard input it
   * runs the work three times and prints the nanoseconds of the quickest run and of all. It ends
   * with its input, and so with the harness.
   */
  static final class ControlWork {
    private static final int WARM_UPS = 20;

    private static final int ROUNDS = 2;

    /** The quickest of three runs counts, as an interrupt is no change of the host. */
    private static final int REPETITIONS = 3;

    /** 2 MiB, more than a core's own caches hold while a server runs. */
    private static final int[] MEMORY = new int[1 << 19];

    private ControlWork() {}

    public static void main(String[] arguments) throws IOException {
      Locale.setDefault(Locale.ROOT);
      int result = 0;
      for (int i = 0; i < WARM_UPS; i++) {
        result += once();
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      while (lines.readLine() != null) {
        long quickest = Long.MAX_VALUE;
        long begin = System.nanoTime();
        for (int i = 0; i < REPETITIONS; i++) {
          long start = System.nanoTime();
          result += once();
          quickest = Math.min(quickest, System.nanoTime() - start);
        }
        long all = System.nanoTime() - begin;
        // The result is printed so that no compiler may remove the work.
        System.out.println(quickest + " " + all + " " + result);
      }
    }

    /** Walks through memory so that each step depends on the one before. */
    private static int once() {
      int at = 0;
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < MEMORY.length; i++) {
          at = at * 1_664_525 + 1_013_904_223;
          int place = at >>> 13;
          MEMORY[place] += at;
          at ^= MEMORY[(place + 7) & (MEMORY.length - 1)];
        }
      }
      return at;
    }
  }
}
