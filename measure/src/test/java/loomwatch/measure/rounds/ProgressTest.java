package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import loomwatch.measure.rounds.Progress.RemainingTime;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final RemainingTime left = new RemainingTime(Duration.ofSeconds(40), clock::get);

  @Test
  void doing_moreThanARow_isCutAndStillTellsTheTime() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Progress progress =
        new Progress(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            Progress.Style.TERMINAL,
            () -> false,
            5,
            Duration.ofMinutes(3),
            50);
    progress.begin("hello", Duration.ofMinutes(3));

    progress.doing("starting %s", "base-platform, base-virtual, head-platform");

    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r\033[2K[ 1/5] hello: starting base-pla · about 3:00 left");
  }

  @Test
  void remaining_beforeTheFirstStep_isWhatIsExpected() {
    assertThat(left.now()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void remaining_afterAStepThatTookThreeTimesAsLong_isThreeTimesTheRest() {
    clock.addAndGet(Duration.ofSeconds(30).toNanos());
    left.done(Duration.ofSeconds(10));

    assertThat(left.now()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void remaining_afterMoreThanWasPlanned_isNothing() {
    clock.addAndGet(Duration.ofSeconds(50).toNanos());
    left.done(Duration.ofSeconds(60));

    assertThat(left.now()).isZero();
  }
}
