package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Waits until nobody else computes on the CPUs that are measured with. Fixed work tells: beside a
 * neighbour it takes twice as long. It is timed between slices, while no server is loaded, and all
 * arms wait by the same rule. Not thread-safe.
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

  /** Times work on some CPUs. */
  interface Control extends AutoCloseable {
    /**
     * Does the work now.
     *
     * @throws IOException when its process is gone
     */
    HostControl.Work work() throws IOException;

    @Override
    void close();
  }

  /**
   * @param controls of which the first times the server's CPUs
   */
  QuietHost(List<? extends Control> controls) {
    this.controls = List.copyOf(controls);
    this.least = new ArrayList<>(Collections.nCopies(controls.size(), Double.MAX_VALUE));
  }

  /**
   * Starts what times the CPUs.
   *
   * @param jdk the same for every arm, so that it is no part of what is compared
   * @param server CPUs; empty for any
   * @param generator CPUs, if others; empty for any
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

  /** As at first: nothing granted, nothing seen. */
  public void begin() {
    patience = Duration.ZERO;
    seenQuiet = false;
  }

  /**
   * Waits; not at all where it was just seen to be quiet.
   *
   * @return how long the work took on the server's CPUs in the end, at its quickest, in seconds
   * @throws IOException when a process of it is gone
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

  /**
   * Whether nobody else computes now, or it would not be waited for.
   *
   * @throws IOException when a process of it is gone
   */
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
}
