package loomwatch.tell.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkerTest {
  @Test
  void isComment_ourFirstLine_isFoundWhateverTheLineEnd() {
    assertThat(Marker.isComment("<!-- loomwatch:comment -->\ntext")).isTrue();
    assertThat(Marker.isComment("<!-- loomwatch:comment -->\r\ntext")).isTrue();
  }

  @Test
  void isComment_quotedOrAbsent_isNone() {
    assertThat(Marker.isComment("> <!-- loomwatch:comment -->\n")).isFalse();
    assertThat(Marker.isComment("<!-- loomwatch:comment --> and more")).isFalse();
    assertThat(Marker.isComment(null)).isFalse();
  }

  @Test
  void issueKey_ofOurIssue_isFoundAgain() {
    assertThat(Marker.issueKey(Marker.issue("limit/sleep-50-over") + "\r\ntext"))
        .contains("limit/sleep-50-over");
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
    assertThat(Marker.issueKey(body)).isEmpty();
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
