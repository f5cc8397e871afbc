package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Session.Taken;
import org.junit.jupiter.api.Test;

class SessionTest {
  private static final Request LOGIN =
      new Request(
          "POST",
          Map.of("X-Csrf", "{session.csrf}"),
          "{env.PASSWORD}",
          null,
          Map.of(
              "token", new Taken.Json("/access_token"),
              "csrf", new Taken.Pattern("name=\"([^\"]+)\""),
              "xsrf", new Taken.Cookie("XSRF-TOKEN"),
              "next", new Taken.Header("Location")));
  private static final Mix STEPS =
      new Mix(
          List.of(
              new MixedRequest("{session.next}", null, 1),
              new MixedRequest("/orders", new Request("POST", Map.of(), null, null), 1)),
          null,
          new Session(List.of(new MixedRequest("/login", LOGIN, 1)), true));

  @Test
  void mixOfSession_writtenAndRead_isTheSame() throws Exception {
    String json = StrictJson.WITHOUT_NULLS.writeValueAsString(STEPS);

    assertThat(json).contains("\"token\":{\"json\":\"/access_token\"}");
    assertThat(StrictJson.WITHOUT_NULLS.readValue(json, Mix.class)).isEqualTo(STEPS);
  }

  @Test
  void mixOfSession_isNeverPlainAndTellsItsSteps() {
    assertThat(STEPS.plain()).isFalse();
    assertThat(STEPS.shown()).isEqualTo("{session.next} → POST /orders");
    assertThat(STEPS.variables()).containsExactly("PASSWORD");
  }

  /** Digests of loads that have no session are those of earlier records. */
  @Test
  void mixWithoutSession_writtenAsJson_tellsNothingOfOne() throws Exception {
    Mix plain = Mix.of("/", new Request("PUT", Map.of(), null, null));

    assertThat(StrictJson.WITHOUT_NULLS.writeValueAsString(plain))
        .isEqualTo(
            "{\"requests\":[{\"path\":\"/\",\"request\":{\"method\":\"PUT\",\"headers\":{}},"
                + "\"weight\":1}]}");
  }

  @Test
  void taken_thatCannotBeFound_isRefused() {
    assertThatThrownBy(() -> new Taken.Json("id"))
        .hasMessage("json must be a pointer such as /id, was \"id\"");
    assertThatThrownBy(() -> new Taken.Pattern("(a)(b)"))
        .hasMessage("pattern must be an expression of one group, was \"(a)(b)\"");
    assertThatThrownBy(() -> new Session(List.of(), false))
        .hasMessage("session must be of a login or steps, was of neither");
  }
}
