package loomwatch.judge.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.verdict.Cause;
import loomwatch.results.stacks.Resource;
import org.junit.jupiter.api.Test;

class UnknownTailTest {
  /** The host took time from every slice of it: it is not one whose requests waited for nothing. */
  @Test
  void find_tailOfOneLaunchUnknown_isOfTheOthers() {
    Launches tail = new Launches(Resource.TAIL, 1, 0.02);
    tail.with("java.lang.Thread.run shop.Json.write", 0.01, 0.02).withoutTailOfHead(4);

    CauseFindings found =
        new CauseFinder(tail.launches(), Launches.unjudged(), Suspects.NONE, 1).find();

    CauseFindings.Total total = found.totals().getFirst();
    assertThat(total.headLaunches()).isEqualTo(3);
    assertThat(total.head()).isCloseTo(0.02, within(0.001));
    assertThat(found.causes()).extracting(Cause::method).containsExactly("shop.Json.write");
  }
}
