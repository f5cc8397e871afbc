package loomwatch.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.loadgen.UserSession.Answer;
import loomwatch.results.Mix;
import loomwatch.results.Request;
import loomwatch.results.Session.Taken;
import org.junit.jupiter.api.Test;

class UserSessionTest {
  private static final Mix MIX = Mix.of("/{env.A}", null);
  private static final Variables VARIABLES = Variables.of(MIX, name -> "s3cr&t /\"1");

  private final UserSession user = new UserSession(VARIABLES);

  @Test
  void cookies_setChangedAndRemoved_areThoseOfTheLastAnswer() {
    setCookies("a=1; Path=/; HttpOnly", "b=x=y", "c=3");
    setCookies("a=2", "b=; Path=/", "c=3; Max-Age=0; Path=/", "d=4; Max-Age=60", "=5", "none");

    assertThat(user.cookies()).isEqualTo("a=2; d=4");
  }

  @Test
  void take_fromEachPlace_findsIt() {
    assertThat(
            take(
                Map.of(
                    "n", new Taken.Json("/carts/0/id"),
                    "csrf", new Taken.Pattern("\"csrf\": *\"(.*?)\""),
                    "at", new Taken.Header("Location"),
                    "xsrf", new Taken.Cookie("XSRF")),
                new Answer(
                    Map.of(
                        "location", List.of("/carts/17"),
                        "set-cookie", List.of("XSRF=abc; Secure")),
                    "{\"carts\": [{\"id\": 17}], \"csrf\": \"t0ken\"}")))
        .isEmpty();

    assertThat(List.of("n", "csrf", "at", "xsrf"))
        .extracting(user::value)
        .containsExactly("17", "t0ken", "/carts/17", "abc");
  }

  @Test
  void take_missing_tellsTheFirstAndWhereItWasLookedFor() {
    Answer answer = new Answer(Map.of(), "{\"id\": {}, \"none\": null");

    assertThat(take(Map.of("a", new Taken.Json("/id")), answer)).contains("a (JSON pointer /id)");
    assertThat(take(Map.of("b", new Taken.Header("X")), answer)).contains("b (header X)");
    assertThat(take(Map.of("c", new Taken.Cookie("X")), answer)).contains("c (cookie X)");
    assertThat(take(Map.of("d", new Taken.Pattern("x(.)")), answer)).contains("d (pattern x(.))");
  }

  @Test
  void template_valuesInEachPlace_areWrittenAsItNeedsThem() {
    take(Map.of("v", new Taken.Pattern("(.+)")), new Answer(Map.of(), "a&b \"ü\" {env.A}"));

    assertThat(text("/x/{session.v}", Encoding.PATH))
        .isEqualTo("/x/a%26b%20%22%C3%BC%22%20%7Benv.A%7D");
    assertThat(text("v={session.v}", Encoding.FORM)).isEqualTo("v=a%26b+%22%C3%BC%22+%7Benv.A%7D");
    assertThat(text("[\"{session.v}\"]", Encoding.JSON)).isEqualTo("[\"a&b \\\"ü\\\" {env.A}\"]");
    assertThat(text("{session.v}", Encoding.HEADER)).isEqualTo("a&b \"?\" {env.A}");
    assertThat(text("{env.A}", Encoding.TEXT)).isEqualTo("s3cr&t /\"1");
  }

  @Test
  void template_pathThatAnAnswerTold_isThatPath() {
    take(
        Map.of("at", new Taken.Header("location")),
        new Answer(Map.of("location", List.of("http://h:1/carts/1?a=b c#d")), ""));

    assertThat(text("{session.at}", Encoding.PATH)).isEqualTo("/carts/1?a=b%20c");
    assertThat(text("{session.at}/items", Encoding.PATH)).isEqualTo("/carts/1?a=b%20c/items");
  }

  @Test
  void masked_secretsInAnyForm_areNotShown() {
    setCookies("id=c00kie");
    take(Map.of("v", new Taken.Pattern("(.+)")), new Answer(Map.of(), "t0ken"));

    assertThat(
            user.masked(
                "s3cr&t /\"1, s3cr&amp;t /&quot;1 s3cr%26t%20%2F%221 s3cr%26t+%2F%221"
                    + " s3cr&t /\\\"1 c00kie t0ken",
                false))
        .isEqualTo("***, *** *** *** *** *** ***");
  }

  @Test
  void masked_textThatIsCutWithinASecret_doesNotShowItsBeginning() {
    assertThat(user.masked("wrong: s3cr&t", true)).isEqualTo("wrong: ***");
    assertThat(user.masked("wrong: s3cr&t", false)).isEqualTo("wrong: s3cr&t");
  }

  @Test
  void masked_shortValuesOfAnswers_stay() {
    setCookies("a=1");

    assertThat(user.masked("1 of 10", false)).isEqualTo("1 of 10");
  }

  @Test
  void quoted_valuesThatNobodyTook_areNotShownWhereOneIsLookedFor() {
    Request login =
        new Request("GET", Map.of(), null, null, Map.of("token", new Taken.Json("/id")));
    String json = "{\"token\": \"abc\", \"n\": 5, \"refresh\":\"de";
    String page = "<input name=\"_csrf\" value='abc'><meta content=\"abc\">";

    assertThat(user.quoted(login, 200, json, false))
        .isEqualTo("{\"token\": \"***\", \"n\": 5, \"refresh\":\"***\"");
    assertThat(user.quoted(login, 200, page, false))
        .isEqualTo("<input name=\"_csrf\" value=\"***\"><meta content=\"***\">");
    assertThat(user.quoted(login, 401, json, false)).isEqualTo(json);
    assertThat(user.quoted(Request.GET, 200, json, false)).isEqualTo(json);
  }

  @Test
  void variables_missingOrEmpty_areRefused() {
    for (String none : new String[] {null, ""}) {
      assertThatThrownBy(() -> Variables.of(MIX, name -> none))
          .hasMessage(
              "environment must have A, which requests use as {env.A}, had none; export it before"
                  + " measuring");
    }
  }

  private void setCookies(String... all) {
    Optional<String> missing = take(Map.of(), new Answer(Map.of("set-cookie", List.of(all)), ""));
    assertThat(missing).isEmpty();
  }

  private Optional<String> take(Map<String, Taken> take, Answer answer) {
    return user.take(new Request("GET", Map.of(), null, null, take), answer);
  }

  private String text(String text, Encoding place) {
    return new Template(text, place, null, VARIABLES).text(0, user);
  }
}
