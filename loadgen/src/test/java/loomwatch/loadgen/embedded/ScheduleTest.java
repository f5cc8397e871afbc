package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void dueNanos_isIndexTimesInterval_withoutDrift() {
    Schedule schedule = new Schedule(0, 3_000, 10_000_000);

    assertThat(schedule.dueNanos(3_000L * 3_600)).isEqualTo(3_600_000_000_000L);
  }

  @Test
  void dueBy_beforeAtAndLongAfterTheStart_isNothingTheFirstAndAll() {
    assertThat(new Schedule(1_000, 10, 5).dueBy(999)).isZero();
    assertThat(new Schedule(1_000, 10, 5).dueBy(1_000)).isEqualTo(1);
    assertThat(new Schedule(0, 10, 5).dueBy(Long.MAX_VALUE / 4)).isEqualTo(5);
  }

  @Test
  void dueBy_anyRate_agreesWithDueNanos() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      Schedule schedule =
          new Schedule(random.nextLong(1L << 50), 1 + random.nextDouble() * 30_000, 1_000_000);
      long index = random.nextLong(1_000_000);
      long due = schedule.dueNanos(index);
      assertThat(schedule.dueBy(due)).as("seed %d", seed).isGreaterThan(index);
      assertThat(schedule.dueBy(due - 1)).as("seed %d", seed).isLessThanOrEqualTo(index);
    }
  }
}
