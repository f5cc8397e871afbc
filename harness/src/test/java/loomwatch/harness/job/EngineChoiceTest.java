package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineChoiceTest {
  /** They would speak HTTP/1.1, which the service may understand too. */
  @ParameterizedTest
  @CsvSource({"wrk2, H2C", "wrk2, H2", "jmeter, H2C"})
  void of_engineThatKnowsNoHttp2_isRefusedForIt(String engine, Protocol protocol) {
    Scenario items =
        new Scenario("items", "/items", null, null, protocol, 200, 10, null, false, Set.of());

    assertThatThrownBy(() -> EngineChoice.of(engine, null, List.of(), List.of(items)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--engine must be embedded for other requests than plain GETs of HTTP/1.1, was "
                + engine);
  }
}
