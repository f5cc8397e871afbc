package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServiceFolderTest {
  @Test
  void isComment_ourFirstLine_isFoundWhateverTheLineEnd() {
    assertThat(ServiceFolder.ROOT.isComment("<!-- loomwatch:comment -->\ntext")).isTrue();
    assertThat(ServiceFolder.ROOT.isComment("<!-- loomwatch:comment -->\r\ntext")).isTrue();
  }

  @Test
  void isComment_quotedOrAbsent_isNone() {
    assertThat(ServiceFolder.ROOT.isComment("> <!-- loomwatch:comment -->\n")).isFalse();
    assertThat(ServiceFolder.ROOT.isComment("<!-- loomwatch:comment --> and more")).isFalse();
    assertThat(ServiceFolder.ROOT.isComment(null)).isFalse();
  }

  @Test
  void issueKey_ofOurIssue_isFoundAgain() {
    assertThat(
            ServiceFolder.ROOT.issueKey(
                ServiceFolder.ROOT.issueMarker("limit/sleep-50-over") + "\r\ntext"))
        .contains("limit/sleep-50-over");
  }

  @Test
  void issueKey_ofAnotherServicesIssue_isNone() {
    ServiceFolder cart = new ServiceFolder("services/cart");
    String body = cart.issueMarker("limit/hello") + "\ntext";

    assertThat(cart.issueKey(body)).contains("limit/hello");
    assertThat(ServiceFolder.ROOT.issueKey(body)).isEmpty();
    assertThat(new ServiceFolder("services").issueKey(body)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a --> b", "/etc", "a_", "<b>", "*"})
  void serviceFolder_thatIsNoPlainPath_isRefused(String path) {
    assertThatThrownBy(() -> new ServiceFolder(path))
        .hasMessageStartingWith("a service's folder must be at most 100 letters")
        .hasMessageEndingWith(", was \"" + path + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text\n<!-- loomwatch:issue limit/hello -->",
        "<!-- loomwatch:issue --><script> -->",
        "<!-- loomwatch:issue limit/hello --> x",
        ""
      })
  void issueKey_ofAnythingElse_isNone(String body) {
    assertThat(ServiceFolder.ROOT.issueKey(body)).isEmpty();
  }

  @Test
  void issue_keyThatWouldEndTheMarker_isRefused() {
    assertThatThrownBy(() -> new Issue("a --> b", Issue.State.BROKEN, "t", "b"))
        .hasMessage(
            "key must be 1 to 151 lower case letters, digits, dots, slashes and hyphens, was"
                + " \"a --> b\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "https://x/) [y](z", "https://x y", "file:///etc"})
  void detailsUrl_thatIsNoPlainAddress_isRefused(String url) {
    assertThatThrownBy(() -> new DetailsUrl(url))
        .hasMessage(
            "must be an http or https address without brackets and blanks, was \"" + url + "\"");
  }
}
