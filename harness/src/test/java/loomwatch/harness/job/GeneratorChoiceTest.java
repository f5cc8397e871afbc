package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorChoiceTest {
  /** They would speak HTTP/1.1, which the service may understand too. */
  @ParameterizedTest
  @CsvSource({"wrk2, H2C", "wrk2, H2", "jmeter, H2C"})
  void of_generatorThatKnowsNoHttp2_isRefusedForIt(String generator, Protocol protocol) {
    Scenario items =
        new Scenario(
            "items", "/items", null, null, protocol, 200, 10, null, false, Set.of(), null, null);

    assertThatThrownBy(() -> GeneratorChoice.of(generator, null, List.of(), List.of(items)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--generator must be embedded for other requests than plain GETs of HTTP/1.1, was "
                + generator);
  }
}
