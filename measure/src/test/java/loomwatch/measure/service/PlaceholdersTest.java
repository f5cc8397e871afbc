package loomwatch.measure.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class PlaceholdersTest {
  @Test
  void fill_known_putsValuesInTheirPlaces() {
    assertThat(Placeholders.fill("{mode}:{port}/{port}", Map.of("port", "80$1", "mode", "virtual")))
        .isEqualTo("virtual:80$1/80$1");
  }

  @Test
  void fill_otherBraces_leavesThemAlone() {
    String json = "{\"port\": 1} ${port} {} { port } {threads}";
    assertThat(Placeholders.fill(json, Map.of("port", "80"))).isEqualTo(json);
  }

  @Test
  void has_inBracesOfItsOwn_only() {
    assertThat(Placeholders.has("port", "-Dport={port}")).isTrue();
    assertThat(Placeholders.has("port", "port {ports} ${port}")).isFalse();
  }
}
