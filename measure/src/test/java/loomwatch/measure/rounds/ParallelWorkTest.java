package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.rounds.LaunchGroupRunner.ParallelWork;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ParallelWorkTest {
  private final LaunchGroup group =
      new LaunchGroup(
          1,
          new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of()),
          List.of(new Place("base", Mode.PLATFORM), new Place("head", Mode.PLATFORM)));
  private final List<RunningLaunch> launches =
      List.of(
          new RunningLaunch(group, 0, Path.of("unused")),
          new RunningLaunch(group, 1, Path.of("unused")));

  @Test
  void each_twoAtOnce_areUnderWayTogether() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger met = new AtomicInteger();

    new ParallelWork(2)
        .each(
            launches,
            Stopwatch.Phase.START,
            launch -> {
              await(both);
              met.incrementAndGet();
            });

    assertThat(met).hasValue(2);
  }

  @Test
  void each_oneAtOnce_inTheirOrder() throws Exception {
    StringBuffer order = new StringBuffer();

    new ParallelWork(0)
        .each(launches, Stopwatch.Phase.START, launch -> order.append(launch.name()).append(' '));

    assertThat(order).hasToString("base-platform head-platform ");
  }

  @Test
  void each_chargesAllTheSameShare() throws Exception {
    new ParallelWork(2)
        .each(
            launches,
            Stopwatch.Phase.WARM_UP,
            launch -> {
              if (launch == launches.getFirst()) {
                Thread.sleep(20);
              }
            });

    double first = launches.getFirst().stopwatch.phases().warmUpSeconds();
    assertThat(first).isGreaterThanOrEqualTo(0.01);
    assertThat(launches.getLast().stopwatch.phases().warmUpSeconds()).isEqualTo(first);
  }

  @Test
  void each_oneFails_throwsItsFailureAndEndsTheOther() {
    CountDownLatch never = new CountDownLatch(1);

    assertThatThrownBy(() ->
            new ParallelWork(2)
                .each(
                    launches,
                    Stopwatch.Phase.START,
                    launch -> {
                      if (launch == launches.getFirst()) {
                        throw new LaunchFailure(Invalid.Reason.SERVER_NOT_READY, "no database");
                      }
                      never.await();
                    }))
        .isInstanceOf(LaunchFailure.class)
        .hasMessage("no database");
  }

  private static void await(CyclicBarrier both) throws InterruptedException {
    try {
      both.await(10, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("they were not under way together", e);
    }
  }
}
