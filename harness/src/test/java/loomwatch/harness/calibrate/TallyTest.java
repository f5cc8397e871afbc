package loomwatch.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.calibrate.Campaign.Kind;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final Kind SAME = new Kind(null);
  private static final Kind CPU = new Kind("cpu:5%");
  private static final Kind ALLOC = new Kind("alloc:2%");

  @Test
  void next_kinds_takeTurns() {
    Tally tally = Tally.of(List.of(SAME, CPU), 2, List.of());
    List<Kind> turns = new ArrayList<>();
    for (Optional<Kind> next = tally.next(); next.isPresent(); next = tally.next()) {
      turns.add(next.get());
      tally = tally.plus(next.get());
    }

    assertThat(turns).containsExactly(SAME, CPU, SAME, CPU);
  }

  @Test
  void of_someAreThere_countsThoseWanted() {
    Tally tally = Tally.of(List.of(SAME, CPU), 2, List.of(SAME, ALLOC, SAME, SAME, CPU));

    assertThat(tally.wanted()).isEqualTo(4);
    assertThat(tally.done()).isEqualTo(3);
    assertThat(tally.missing()).isEqualTo(1);
    assertThat(tally.next()).contains(CPU);
  }

  @Test
  void next_allThere_isNone() {
    assertThat(Tally.of(List.of(SAME), 1, List.of(SAME)).next()).isEmpty();
  }
}
