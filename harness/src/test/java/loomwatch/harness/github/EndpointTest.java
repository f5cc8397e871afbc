package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import loomwatch.harness.github.Hub.Endpoint;
import loomwatch.harness.github.Hub.GitHubException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
  @Test
  void of_nothingSet_isGitHubWithoutAToken() {
    assertThat(Endpoint.of(Map.of()))
        .isEqualTo(new Endpoint(URI.create("https://api.github.com"), null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://github.example.com/api/v3",
        "http://127.0.0.1:8080",
        "http://localhost:1/api",
        "http://[::1]:9"
      })
  void of_encryptedOrOnThisMachine_isAccepted(String url) {
    assertThat(Endpoint.of(Map.of("GITHUB_API_URL", url + "/")).api()).hasToString(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.github.com",
        "http://127.0.0.1.evil.example",
        "http://localhost@evil.example",
        "file:///etc",
        "https://a b"
      })
  void of_anythingElse_isRefused(String url) {
    assertThatThrownBy(() -> Endpoint.of(Map.of("GITHUB_API_URL", url)))
        .isInstanceOf(GitHubException.class)
        .hasMessage(
            "GITHUB_API_URL must be an https address, or http on this machine, was \""
                + url
                + "\"");
  }

  @Test
  void of_tokenOfSeveralLines_isRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> Endpoint.of(Map.of("GITHUB_TOKEN", "secret\nHost: x")))
        .hasMessage("GITHUB_TOKEN must be one word of ASCII, was something else");
  }

  @Test
  void toString_ofOneWithAToken_doesNotShowIt() {
    assertThat(Endpoint.of(Map.of("GITHUB_TOKEN", "secret")))
        .hasToString("https://api.github.com with a token");
  }

  @Test
  void serves_anotherHostSchemeOrPort_isNot() {
    Endpoint endpoint = Endpoint.of(Map.of("GITHUB_API_URL", "https://api.github.com"));

    assertThat(endpoint.serves(URI.create("https://api.github.com/user"))).isTrue();
    assertThat(endpoint.serves(URI.create("http://api.github.com/user"))).isFalse();
    assertThat(endpoint.serves(URI.create("https://api.github.com:8443/user"))).isFalse();
    assertThat(endpoint.serves(URI.create("https://evil.example/user"))).isFalse();
  }
}
