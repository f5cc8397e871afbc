package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With real neighbours, on a real CPU. */
class QuietHostTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void await_neighboursOnEitherCpu_waitsUntilTheyAreGone(int server, int generator)
      throws Exception {
    try (Children children = new Children();
        QuietHost host = QuietHost.start(children, JDK, List.of(server), List.of(generator))) {
      host.grant(Duration.ofSeconds(20));
      host.await();
      Process neighbours = neighbours(0, "1.5");
      Thread.sleep(100);

      host.await();

      assertThat(neighbours.isAlive()).isFalse();
    }
  }

  @Test
  void await_neighboursStay_goesOnAtLast() throws Exception {
    try (Children children = new Children();
        QuietHost host = QuietHost.start(children, JDK, List.of(0), List.of(0))) {
      host.grant(Duration.ofMillis(300));
      double alone = host.await();
      Process neighbours = neighbours(0, "30");
      try {
        Thread.sleep(100);

        assertThat(host.await()).isGreaterThan(alone);
        assertThat(neighbours.isAlive()).isTrue();
      } finally {
        neighbours.destroy(); // timeout ends its group, and could not if it were killed.
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

  /** As many as show on a machine that is not idle either; on that CPU for so many seconds. */
  private static Process neighbours(int cpu, String seconds) throws IOException {
    String computing = "for i in 1 2 3 4 5 6; do (while :; do :; done) & done; wait";
    return new ProcessBuilder(
            "timeout", seconds, "taskset", "-c", Integer.toString(cpu), "sh", "-c", computing)
        .start();
  }
}
