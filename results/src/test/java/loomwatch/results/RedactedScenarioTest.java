package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.Session.Taken.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RedactedScenarioTest {
  private static final Request REQUEST =
      new Request("POST", Map.of("Authorization", "Bearer s3cr3t"), "{\"pin\": \"s3cr3t\"}", null);

  @Test
  void redacted_headersBodyAndQuery_keepsNamesAlone() {
    Scenario shown = of("/items?key=s3cr3t&page=&s3cr3t", REQUEST, null).redacted();

    assertThat(shown.toString()).doesNotContain("s3cr3t").contains("Authorization");
    assertThat(shown.path()).isEqualTo("/items?key=***&page=***&***");
    assertThat(shown.digest()).matches("[0-9a-f]{12}");
  }

  @Test
  void redacted_mix_keepsColumnsAlone() {
    Mix mix =
        new Mix(
            List.of(
                new MixedRequest("/items/{csv.id}?key=s3cr3t", REQUEST, 9),
                new MixedRequest("/items", null, 1)),
            new Values(List.of("id"), List.of(List.of("s3cr3t"), List.of("s3cr3t 2"))));

    Scenario shown = of(null, null, mix).redacted();

    assertThat(shown.toString()).doesNotContain("s3cr3t");
    assertThat(shown.sent().requests()).extracting(MixedRequest::weight).containsExactly(9, 1);
    assertThat(shown.sent().requests()).extracting(MixedRequest::path).contains("/items");
  }

  @Test
  void redacted_session_keepsPlaceholdersInPathsAlone() {
    Request login =
        new Request("POST", Map.of(), "s3cr3t {env.PASSWORD}", null, Map.of("id", new Json("/id")));
    Mix mix =
        new Mix(
            List.of(new MixedRequest("{session.id}?a=s3cr3t", REQUEST, 1)),
            null,
            new Session(List.of(new MixedRequest("/login/{env.USER}", login, 1)), true));

    Scenario shown = of(null, null, mix).redacted();

    assertThat(shown.toString()).doesNotContain("s3cr3t").doesNotContain("PASSWORD");
    assertThat(shown.toString()).contains("/login/{env.USER}", "{session.id}?a=***", "/id");
  }

  @Test
  void whatRequestsCameTo_ofAnEarlierRecord_isWithoutValues() {
    assertThat(new RequestLoad("POST /items?key=s3cr3t&s3cr3t", 1, 0, null).request())
        .isEqualTo("POST /items?key=***&***");
    assertThat(
            new Invalid(Invalid.Reason.ERRORS, "/a?k=s3cr3t was answered with 500; is it there?")
                .detail())
        .isEqualTo("/a?k=*** was answered with 500; is it there?");
  }

  @Test
  void redacted_plainRequest_isWhole() {
    Scenario scenario = of("/items", null, null);

    assertThat(scenario.redacted()).isSameAs(scenario);
  }

  @Test
  void redacted_again_isTheSameAndOfTheSameLoad() {
    Scenario scenario = of("/items?key=s3cr3t", REQUEST, null);

    assertThat(scenario.redacted().redacted()).isEqualTo(scenario.redacted());
    assertThat(scenario.redacted().load()).isEqualTo(scenario.load());
    assertThat(of("/items?key=another", REQUEST, null).redacted())
        .isNotEqualTo(scenario.redacted());
  }

  private static Scenario of(@Nullable String path, @Nullable Request request, @Nullable Mix mix) {
    return new Scenario(
        "items", path, request, mix, null, 100, 10, null, false, Set.of(), null, null);
  }
}
