package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkerTest {
  @Test
  void isComment_ourFirstLine_isFoundWhateverTheLineEnd() {
    assertThat(Marker.isComment("<!-- loomwatch:comment -->\ntext", ServiceFolder.ROOT)).isTrue();
    assertThat(Marker.isComment("<!-- loomwatch:comment -->\r\ntext", ServiceFolder.ROOT)).isTrue();
  }

  @Test
  void isComment_quotedOrAbsent_isNone() {
    assertThat(Marker.isComment("> <!-- loomwatch:comment -->\n", ServiceFolder.ROOT)).isFalse();
    assertThat(Marker.isComment("<!-- loomwatch:comment --> and more", ServiceFolder.ROOT))
        .isFalse();
    assertThat(Marker.isComment(null, ServiceFolder.ROOT)).isFalse();
  }

  @Test
  void issueKey_ofOurIssue_isFoundAgain() {
    assertThat(
            Marker.issueKey(
                Marker.issue("limit/sleep-50-over", ServiceFolder.ROOT) + "\r\ntext",
                ServiceFolder.ROOT))
        .contains("limit/sleep-50-over");
  }

  @Test
  void issueKey_ofAnotherServicesIssue_isNone() {
    ServiceFolder cart = new ServiceFolder("services/cart");
    String body = Marker.issue("limit/hello", cart) + "\ntext";

    assertThat(Marker.issueKey(body, cart)).contains("limit/hello");
    assertThat(Marker.issueKey(body, ServiceFolder.ROOT)).isEmpty();
    assertThat(Marker.issueKey(body, new ServiceFolder("services"))).isEmpty();
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
    assertThat(Marker.issueKey(body, ServiceFolder.ROOT)).isEmpty();
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
