package loomwatch.measure.arms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
  @ParameterizedTest
  @CsvSource({
    "https://example.org/loom/watch, loom/watch",
    "https://example.org/loom/watch.git, loom/watch",
    "https://ann:secret@example.org/loom/watch.js.git/, loom/watch.js",
    "git@example.org:loom/watch.git, loom/watch",
    "ssh://git@example.org:2222/loom/watch, loom/watch",
    "/srv/git/loom/watch.git, ",
    "../loomwatch, ",
    "https://example.org/a/b/c, ",
    "https://example.org/loom/watch;id, ",
    "'', "
  })
  void named_ofAnAddress_isOwnerAndNameOrNothing(String url, String name) {
    assertThat(Origin.named(url).orElse(null)).isEqualTo(name);
  }
}
