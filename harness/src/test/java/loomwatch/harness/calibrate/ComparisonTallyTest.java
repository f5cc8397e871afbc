package loomwatch.harness.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.calibrate.CalibrateJob.ComparisonKind;
import loomwatch.harness.calibrate.CalibrateJob.ComparisonTally;
import org.junit.jupiter.api.Test;

class ComparisonTallyTest {
  private static final ComparisonKind SAME = new ComparisonKind(null);
  private static final ComparisonKind CPU = new ComparisonKind("cpu:5%");
  private static final ComparisonKind ALLOC = new ComparisonKind("alloc:2%");

  @Test
  void next_kinds_takeTurns() {
    ComparisonTally tally = new ComparisonTally(List.of(SAME, CPU), 2, List.of());
    assertThat(turns(tally, 10)).containsExactly(SAME, CPU, SAME, CPU);
  }

  /** Ten make noise floors that count. */
  @Test
  void next_manyKinds_itselfIsEveryOtherUntilThereAreTen() {
    List<ComparisonKind> turns =
        turns(new ComparisonTally(List.of(SAME, CPU, ALLOC), 30, List.of()), 90);

    assertThat(turns.subList(0, 4)).containsExactly(SAME, CPU, SAME, ALLOC);
    assertThat(turns.subList(0, 20)).filteredOn(SAME::equals).hasSize(10);
    assertThat(turns.subList(20, 26)).containsExactly(CPU, SAME, ALLOC, CPU, SAME, ALLOC);
    assertThat(turns).hasSize(90).filteredOn(ALLOC::equals).hasSize(30);
  }

  /** Where a night has room for few, the next goes on with those that were left out. */
  @Test
  void next_goesOnWithTheOneLongestAgo() {
    List<ComparisonKind> past = new ArrayList<>(Collections.nCopies(12, SAME));
    past.addAll(List.of(ALLOC, CPU, SAME));

    assertThat(turns(new ComparisonTally(List.of(SAME, CPU, ALLOC), 1000, past), 3))
        .containsExactly(ALLOC, CPU, SAME);
  }

  private static List<ComparisonKind> turns(ComparisonTally begun, int most) {
    ComparisonTally tally = begun;
    List<ComparisonKind> turns = new ArrayList<>();
    for (Optional<ComparisonKind> next = tally.next();
        next.isPresent() && turns.size() < most;
        next = tally.next()) {
      turns.add(next.get());
      tally = tally.plus(next.get());
    }
    return turns;
  }

  @Test
  void of_someAreThere_countsThoseWanted() {
    ComparisonTally tally =
        new ComparisonTally(List.of(SAME, CPU), 2, List.of(SAME, ALLOC, SAME, SAME, CPU));

    assertThat(tally.wanted()).isEqualTo(4);
    assertThat(tally.done()).isEqualTo(3);
    assertThat(tally.missing()).isEqualTo(1);
    assertThat(tally.next()).contains(CPU);
  }

  @Test
  void next_allThere_isNone() {
    assertThat(new ComparisonTally(List.of(SAME), 1, List.of(SAME)).next()).isEmpty();
  }
}
