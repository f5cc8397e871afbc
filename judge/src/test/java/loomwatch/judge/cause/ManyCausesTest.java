package loomwatch.judge.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import org.junit.jupiter.api.Test;

class ManyCausesTest {
  /** Eight new methods in each of seven scenarios. */
  @Test
  void find_moreThanAnyoneReads_keepsFifty() {
    Launches allocating = new Launches(Resource.ALLOCATION, 1, 0.02);
    for (int i = 0; i < 8; i++) {
      allocating.with("java.lang.Thread.run shop.Part" + i + ".write", 0, 800);
    }
    List<LaunchStacks> launches = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      launches.addAll(allocating.launches("scenario-" + i));
    }

    assertThat(new CauseFinder(launches, Launches.unjudged(), Suspects.NONE, 1).find().causes())
        .hasSize(50);
  }
}
