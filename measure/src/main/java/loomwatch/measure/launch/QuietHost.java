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
 * Waits until nobody else computes on the CPUs that are measured with. Fixed work tells: beside a
 * neighbour it takes twice as long. It is timed between windows, while no server is loaded, and all
 * variants wait by the same rule. Not thread-safe.
 */
public final class QuietHost implements AutoCloseable {
  /** Of the least so far; what hosts wander by from second to second is less. */
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

  /**
   * Starts what times the CPUs; none are any. Its JDK is the same for every variant, so that it is
   * no part of what is compared.
   */
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

  /** How much longer it may wait in all; then the host is taken as it is. */
  public void grant(Duration more) {
    patience = patience.plus(more);
  }

  public void begin() {
    patience = Duration.ZERO;
    seenQuiet = false;
  }

  /**
   * Waits; not at all where it was just seen to be quiet. Returns how long the work took on the
   * server's CPUs in the end, at its quickest, in seconds.
   */
  public double await() throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!seenQuiet && !look() && isPatient()) {
      Thread.sleep(BETWEEN); // To work beside a neighbour would only keep it longer.
      long now = System.nanoTime();
      patience = patience.minusNanos(now - start);
      start = now;
    }
    seenQuiet = false;
    return taken;
  }

  /** Whether nobody else computes now, or it would not be waited for. */
  public boolean isQuiet() throws IOException {
    return !isPatient() || look();
  }

  private boolean isPatient() {
    return patience.isPositive();
  }

  private boolean look() throws IOException {
    seenQuiet = true;
    // One after the other, as two CPUs may be one core's.
    for (int i = 0; i < controls.size(); i++) {
      HostControl.Work work = controls.get(i).work();
      if (i == 0) {
        taken = work.quickest();
      }
      // Between two turns of a neighbour one repetition may be as quick as without it.
      least.set(i, Math.min(least.get(i), work.all()));
      seenQuiet &= work.all() <= BUSY * least.get(i);
    }
    return seenQuiet;
  }

  @Override
  public void close() {
    controls.forEach(Control::close);
  }

  /**
   * Times a fixed piece of work on some CPUs while no server is loaded. No change of a service can
   * move it: when it differs between two variants, the host did. Not thread-safe.
   */
  static final class HostControl implements QuietHost.Control {
    private static final double NANOS = 1e9;

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    /**
     * How long the work took, in seconds: the quickest of a few repetitions, which no interrupt
     * lengthened, and all of them, between which a neighbour on the same CPU had its turn.
     */
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
              "-Xlog:disable", // which warns on standard output, where replies are read
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
   * The fixed work of {@link HostControl}, in a JVM of its own: for each line on standard input
   * does it three times and prints how many nanoseconds the quickest took, and all; ends with its
   * input, and so with the harness.
   */
  static final class ControlWork {
    private static final int WARM_UPS = 20;

    private static final int ROUNDS = 2;

    /** The quickest of so many: an interrupt is no move of the host. */
    private static final int REPETITIONS = 3;

    /** 2 MiB: more than a core's own caches hold with a server beside it. */
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
        // The result is printed so that no compiler may leave the work out.
        System.out.println(quickest + " " + all + " " + result);
      }
    }

    /** A walk through memory whose every step needs the one before. */
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
