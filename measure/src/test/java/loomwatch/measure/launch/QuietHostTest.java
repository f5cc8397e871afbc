package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import loomwatch.measure.launch.QuietHost.HostControl;
import org.junit.jupiter.api.Test;

class QuietHostTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final String COMPUTING =
      "for i in $(seq 24); do (while :; do :; done) & done; wait";

  @Test
  void await_neighboursOnTheGeneratorsCpu_waitsUntilTheyAreGone() throws Exception {
    Scripted server = new Scripted(1);
    Scripted generator = new Scripted(1, 2, 1.4, 1.2);
    try (QuietHost host = new QuietHost(List.of(server, generator))) {
      host.grant(Duration.ofMinutes(1));
      host.await();

      host.await();

      assertThat(generator.left()).isZero();
    }
  }

  @Test
  void await_neighboursOnTheServersCpu_tellsHowLongTheWorkTookInTheEnd() throws Exception {
    Scripted server = new Scripted(1, 2, 1.4, 1.2);
    try (QuietHost host = new QuietHost(List.of(server))) {
      host.grant(Duration.ofMinutes(1));
      host.await();

      assertThat(host.await()).isEqualTo(1.2 / 3);
    }
  }

  @Test
  void await_neighboursStay_goesOnAtLast() throws Exception {
    try (QuietHost host = new QuietHost(List.of(new Scripted(1, 2)))) {
      host.grant(Duration.ofMillis(1));
      host.await();

      assertThat(host.await()).isEqualTo(2.0 / 3);
    }
  }

  @Test
  void work_besideRealNeighbours_takesLonger() throws Exception {
    try (Children children = new Children();
        HostControl control = HostControl.start(children, JDK, List.of(0))) {
      double alone = Double.MAX_VALUE;
      for (int i = 0; i < 5; i++) {
        alone = Math.min(alone, control.work().all());
      }
      // As many as show on a machine that is not idle either; timeout ends the group.
      Process neighbours =
          new ProcessBuilder("timeout", "30", "taskset", "-c", "0", "sh", "-c", COMPUTING).start();
      try {
        Thread.sleep(200);

        assertThat(control.work().all()).isGreaterThan(1.3 * alone);
      } finally {
        neighbours.destroy();
        neighbours.waitFor();
      }
    }
  }

  @Test
  void work_threeRepetitions_allOfThemCount() throws Exception {
    try (Children children = new Children();
        HostControl control = HostControl.start(children, JDK, List.of(0))) {
      HostControl.Work work = control.work();

      assertThat(work.quickest()).isPositive();
      assertThat(work.all()).isGreaterThanOrEqualTo(3 * work.quickest());
    }
  }

  /** How long three repetitions take, time after time; the last value stays. */
  private static final class Scripted implements QuietHost.Control {
    private final Deque<Double> seconds = new ArrayDeque<>();

    Scripted(double... seconds) {
      for (double each : seconds) {
        this.seconds.add(each);
      }
    }

    int left() {
      return seconds.size() - 1;
    }

    @Override
    public HostControl.Work work() {
      double all = seconds.size() > 1 ? seconds.remove() : seconds.element();
      return new HostControl.Work(all / 3, all);
    }

    @Override
    public void close() {}
  }
}
