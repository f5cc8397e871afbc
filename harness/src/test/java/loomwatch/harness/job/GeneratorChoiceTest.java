package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.Session;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorChoiceTest {
  /** They would speak HTTP/1.1, which the service may understand too. */
  @ParameterizedTest
  @CsvSource({"wrk2, H2C", "wrk2, H2", "jmeter, H2C"})
  void of_generatorThatKnowsNoHttp2_isRefusedForIt(String generator, Protocol protocol) {
    Scenario items =
        new Scenario(
            "items", "/items", null, null, protocol, 200, 10, null, false, Set.of(), null, null);

    assertRefused(generator, items);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wrk2", "jmeter"})
  void of_generatorThatKnowsNoSessions_isRefusedForThem(String generator) {
    List<MixedRequest> get = List.of(new MixedRequest("/", null, 1));
    Mix mix = new Mix(get, null, new Session(get, false));

    assertRefused(
        generator,
        new Scenario("items", null, null, mix, null, 200, 10, null, false, Set.of(), null, null));
  }

  private static void assertRefused(String generator, Scenario scenario) {
    assertThatThrownBy(() -> GeneratorChoice.of(generator, null, List.of(), List.of(scenario)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--generator must be embedded for sessions, steps and all but plain GETs of HTTP/1.1,"
                + " was "
                + generator);
  }
}
