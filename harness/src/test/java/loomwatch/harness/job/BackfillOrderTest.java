package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackfillOrderTest {
  @ParameterizedTest(name = "{0}, releases {1}, done {2}")
  @CsvSource({
    // The oldest, then the middle, then the middle of each half, the wider first.
    "abcdefgh, '', h, aecgfdb",
    // Releases first, among them as well the widest gap first.
    "abcdefgh, abdg, h, adgbfec",
    // What is done already bounds a gap.
    "abcdefgh, '', fh, adcgeb",
    "abcdefgh, '', abcdefgh, ''",
    "abcdefgh, bc, ah, cbfegd",
  })
  void next_untilNoneIsLeft_closesTheWidestGap(
      String commits, String releases, String done, String expected) {
    BackfillOrder order = new BackfillOrder(letters(commits), Set.copyOf(letters(releases)));
    Set<String> known = new LinkedHashSet<>(letters(done));
    List<String> chosen = new ArrayList<>();
    for (Optional<String> next = order.next(known); next.isPresent(); next = order.next(known)) {
      chosen.add(next.get());
      known.add(next.get());
    }

    assertThat(String.join("", chosen)).isEqualTo(expected);
  }

  private static List<String> letters(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(""));
  }
}
