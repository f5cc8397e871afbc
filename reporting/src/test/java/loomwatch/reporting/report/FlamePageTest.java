package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FlamePageTest {
  private static final String TRICK = "</script><img src=x onerror=alert(1)>";

  @Test
  void render_namesOfStrangers_areNoMarkup() {
    String page =
        FlamePage.render(
            Explanations.launches(3, TRICK), Explanations.of("r", Explanations.cause(TRICK)));

    assertThat(page).doesNotContain("onerror", "<img");
  }

  /** Its own script and style by their hashes, and nothing from anywhere. */
  @Test
  void render_policy_allowsItsOwnScriptAndStyleOnly() throws Exception {
    String page = FlamePage.render(Explanations.launches(3, "x"), Explanations.of("r"));

    assertThat(page).contains("default-src 'none'").doesNotContain("http:", "https:", "unsafe");
    assertThat(page).contains("script-src 'sha256-" + hash(page, "<script>(.*?)</script>") + "'");
    assertThat(page).contains("style-src 'sha256-" + hash(page, "<style>(.*?)</style>") + "'");
  }

  @Test
  void render_20000Stacks_has300KilobytesAtMost() {
    String page = FlamePage.render(Explanations.launches(20_000, "x"), Explanations.of("r"));

    assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(300_000);
  }

  @Test
  void render_again_isTheSameToTheByte() {
    assertThat(FlamePage.render(Explanations.launches(50, "x"), Explanations.of("r")))
        .isEqualTo(FlamePage.render(Explanations.launches(50, "x"), Explanations.of("r")));
  }

  private static String hash(String page, String element) throws Exception {
    Matcher found = Pattern.compile(element, Pattern.DOTALL).matcher(page);
    assertThat(found.find()).isTrue();
    byte[] text = found.group(1).getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(text));
  }
}
