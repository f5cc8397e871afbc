package loomwatch.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.calibrate.CalibrateJob.Kind;
import loomwatch.harness.calibrate.CalibrateJob.Tally;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final Kind SAME = new Kind(null);
  private static final Kind CPU = new Kind("cpu:5%");
  private static final Kind ALLOC = new Kind("alloc:2%");

  @Test
  void next_kinds_takeTurns() {
    Tally tally = new Tally(List.of(SAME, CPU), 2, List.of());
    assertThat(turns(tally, 10)).containsExactly(SAME, CPU, SAME, CPU);
  }

  /** Ten make noise floors that count. */
  @Test
  void next_manyKinds_itselfIsEveryOtherUntilThereAreTen() {
    List<Kind> turns = turns(new Tally(List.of(SAME, CPU, ALLOC), 30, List.of()), 90);

    assertThat(turns.subList(0, 4)).containsExactly(SAME, CPU, SAME, ALLOC);
    assertThat(turns.subList(0, 20)).filteredOn(SAME::equals).hasSize(10);
    assertThat(turns.subList(20, 26)).containsExactly(CPU, SAME, ALLOC, CPU, SAME, ALLOC);
    assertThat(turns).hasSize(90).filteredOn(ALLOC::equals).hasSize(30);
  }

  /** Where a night has room for few, the next goes on with those that were left out. */
  @Test
  void next_goesOnWithTheOneLongestAgo() {
    List<Kind> past = new ArrayList<>(Collections.nCopies(12, SAME));
    past.addAll(List.of(ALLOC, CPU, SAME));

    assertThat(turns(new Tally(List.of(SAME, CPU, ALLOC), 1000, past), 3))
        .containsExactly(ALLOC, CPU, SAME);
  }

  private static List<Kind> turns(Tally begun, int most) {
    Tally tally = begun;
    List<Kind> turns = new ArrayList<>();
    for (Optional<Kind> next = tally.next();
        next.isPresent() && turns.size() < most;
        next = tally.next()) {
      turns.add(next.get());
      tally = tally.plus(next.get());
    }
    return turns;
  }

  @Test
  void of_someAreThere_countsThoseWanted() {
    Tally tally = new Tally(List.of(SAME, CPU), 2, List.of(SAME, ALLOC, SAME, SAME, CPU));

    assertThat(tally.wanted()).isEqualTo(4);
    assertThat(tally.done()).isEqualTo(3);
    assertThat(tally.missing()).isEqualTo(1);
    assertThat(tally.next()).contains(CPU);
  }

  @Test
  void next_allThere_isNone() {
    assertThat(new Tally(List.of(SAME), 1, List.of(SAME)).next()).isEmpty();
  }
}
