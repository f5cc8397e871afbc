package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import loomwatch.measure.rounds.MeasuredWindow.PooledLoad;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.Test;

class PooledLoadTest {
  @Test
  void of_backlogAtTheEndOfAQuarterOfTheWindows_isValid() {
    assertThat(causes(12, 4, Reason.RATE_NOT_REACHED)).isEmpty();
  }

  @Test
  void of_backlogAtTheEndOfMore_isInvalid() {
    assertThat(causes(11, 5, Reason.RATE_NOT_REACHED)).containsExactly(Reason.RATE_NOT_REACHED);
  }

  @Test
  void of_oneWindowInvalidOtherwise_isInvalid() {
    assertThat(causes(15, 1, Reason.RATE_NOT_REACHED, Reason.UNFINISHED))
        .containsExactly(Reason.UNFINISHED);
  }

  @Test
  void of_windows_addUp() {
    LoadResult pooled = PooledLoad.of(Collections.nCopies(3, MadeWindow.load()));

    assertThat(pooled.offered()).isEqualTo(300);
    assertThat(pooled.completed()).isEqualTo(300);
    assertThat(pooled.durationSeconds()).isEqualTo(3);
    assertThat(pooled.achievedPerSecond()).isEqualTo(100);
    assertThat(pooled.bytes()).isEqualTo(60_000);
  }

  private static List<Reason> causes(int good, int bad, Reason... causes) {
    List<LoadResult> windows = new ArrayList<>(Collections.nCopies(good, MadeWindow.load()));
    windows.addAll(Collections.nCopies(bad, MadeWindow.load(causes)));
    return PooledLoad.of(windows).invalid().stream().map(Invalid::cause).toList();
  }
}
