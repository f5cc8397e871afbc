package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import loomwatch.measure.blocks.Progress.RemainingTime;
import org.junit.jupiter.api.Test;

class RemainingTimeTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final RemainingTime left = new RemainingTime(Duration.ofSeconds(40), clock::get);

  @Test
  void now_beforeTheFirstStep_isWhatIsExpected() {
    assertThat(left.now()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void now_afterAStepThatTookThreeTimesAsLong_isThreeTimesTheRest() {
    clock.addAndGet(Duration.ofSeconds(30).toNanos());
    left.done(Duration.ofSeconds(10));

    assertThat(left.now()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void now_afterMoreThanWasPlanned_isNothing() {
    clock.addAndGet(Duration.ofSeconds(50).toNanos());
    left.done(Duration.ofSeconds(60));

    assertThat(left.now()).isZero();
  }
}
