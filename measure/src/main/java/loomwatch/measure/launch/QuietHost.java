package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Waits until nobody else computes on the CPUs that are measured with. Fixed work tells: beside a
 * neighbour it takes twice as long. It is timed before a slice, so that no subject can move it, and
 * both arms wait by the same rule. Not thread-safe.
 */
public final class QuietHost implements AutoCloseable {
  /** Of the least so far; what hosts wander by from second to second is less. */
  private static final double BUSY = 1.3;

  /** A neighbour that stays longer is how the host is from then on. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final List<HostControl> controls;
  private final Duration patience;
  private final List<Double> least;

  private QuietHost(List<HostControl> controls, Duration patience) {
    this.controls = List.copyOf(controls);
    this.patience = patience;
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
    return start(children, jdk, server, generator, PATIENCE);
  }

  static QuietHost start(
      Children children, Path jdk, List<Integer> server, List<Integer> generator, Duration patience)
      throws IOException {
    List<HostControl> controls = new ArrayList<>();
    controls.add(HostControl.start(children, jdk, server));
    if (!generator.equals(server)) {
      controls.add(HostControl.start(children, jdk, generator));
    }
    return new QuietHost(controls, patience);
  }

  /**
   * Waits, a few seconds at most.
   *
   * @return how long the work took on the server's CPUs in the end, in seconds
   * @throws IOException when a process of it is gone
   */
  public double await() throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<Double> taken = seconds();
    while (isBusy(taken)) {
      if (System.nanoTime() - start > patience.toNanos()) {
        Collections.copy(least, taken);
        break;
      }
      Thread.sleep(BETWEEN); // To work beside a neighbour would only keep it longer.
      taken = seconds();
    }
    return taken.getFirst();
  }

  private boolean isBusy(List<Double> taken) {
    boolean busy = false;
    for (int i = 0; i < controls.size(); i++) {
      least.set(i, Math.min(least.get(i), taken.get(i)));
      busy |= taken.get(i) > BUSY * least.get(i);
    }
    return busy;
  }

  /** One after the other, as two CPUs may be one core's. */
  private List<Double> seconds() throws IOException {
    List<Double> taken = new ArrayList<>();
    for (HostControl control : controls) {
      taken.add(control.seconds());
    }
    return taken;
  }

  @Override
  public void close() {
    controls.forEach(HostControl::close);
  }
}
