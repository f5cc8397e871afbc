package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import loomwatch.measure.plan.Profile.Subject;
import loomwatch.measure.rounds.Progress.RemainingTime;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong(-5);

  private final RemainingTime planned =
      new RemainingTime(Duration.ofSeconds(40), Subject.SHIPPED, clock::get);

  private final RemainingTime unknown =
      new RemainingTime(Duration.ofSeconds(40), Subject.SERVICE, clock::get);

  @Test
  void doing_moreThanARow_isCutAndStillTellsTheTime() {
    Progress progress = progress(Progress.Style.TERMINAL, 50);
    progress.begin("hello", planned);

    progress.doing("starting %s", "base-platform, base-virtual, head-platform");

    assertThat(said()).isEqualTo("\r\033[2K[ 1/5] hello: starting base-pla · about 0:40 left");
  }

  @Test
  void begin_timeUnknown_showsNoneUntilItIsKnown() {
    Progress progress = progress(Progress.Style.LOG, 80);

    progress.begin("orders round 1", unknown);
    passed(25);
    unknown.warm(Duration.ofSeconds(5), Duration.ofSeconds(10));
    progress.estimated();

    assertThat(said()).isEqualTo("[ 1/5] orders round 1\n        warm; about 1:35 left\n");
  }

  @Test
  void shown_beforeTheFirstStep_isWhatIsExpected() {
    assertThat(planned.shown()).isEqualTo("about 0:40 left");
  }

  @Test
  void shown_withinAStep_runsDown() {
    passed(15);

    assertThat(planned.shown()).isEqualTo("about 0:25 left");
  }

  @Test
  void shown_mayEndEarlier_isARange() {
    planned.mayEndAfter(Duration.ofSeconds(24));
    passed(15);

    assertThat(planned.shown()).isEqualTo("about 0:09 to 0:25 left");
  }

  @Test
  void shown_afterAStepThatTookThreeTimesAsLong_isThreeTimesTheRest() {
    passed(30);
    planned.done(Duration.ofSeconds(10));

    assertThat(planned.shown()).isEqualTo("about 1:30 left");
  }

  @Test
  void shown_afterMoreThanWasPlanned_isNothing() {
    passed(50);
    planned.done(Duration.ofSeconds(60));

    assertThat(planned.shown()).isEqualTo("about 0:00 left");
  }

  @Test
  void warm_timeKnownByThePlan_isNoNews() {
    assertThat(planned.warm(Duration.ofSeconds(5), Duration.ofSeconds(10))).isFalse();
    assertThat(unknown.warm(Duration.ofSeconds(5), Duration.ofSeconds(10))).isTrue();
    assertThat(unknown.warm(Duration.ofSeconds(5), Duration.ofSeconds(10))).isFalse();
  }

  private void passed(long seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private Progress progress(Progress.Style style, int columns) {
    return new Progress(
        new PrintStream(said, true, StandardCharsets.UTF_8), style, () -> false, 5, columns);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
