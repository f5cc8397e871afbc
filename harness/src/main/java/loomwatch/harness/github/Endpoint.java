package loomwatch.harness.github;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where GitHub is and who we are there, from the environment alone: an argument would show in the
 * list of processes.
 *
 * @param api the root of its REST API, without a slash at the end
 * @param token secret; null where nothing is to be written
 */
public record Endpoint(URI api, @Nullable String token) {
  private static final String GITHUB = "https://api.github.com";

  /** As {@code GITHUB_API_URL} (by default GitHub's own) and {@code GITHUB_TOKEN} say. */
  public static Endpoint of(Map<String, String> environment) {
    String api = environment.getOrDefault("GITHUB_API_URL", "");
    String token = environment.getOrDefault("GITHUB_TOKEN", "");
    if (!token.matches("[\\x21-\\x7e]*")) {
      throw GitHubException.refused("GITHUB_TOKEN must be one word of ASCII, was something else");
    }
    return new Endpoint(
        uri(api.isEmpty() ? GITHUB : api.replaceFirst("/+$", "")), token.isEmpty() ? null : token);
  }

  /** A token goes out encrypted, or does not leave the machine. */
  private static URI uri(String api) {
    if (api.matches("https://[A-Za-z0-9.:-]+(/[A-Za-z0-9._/-]*)?")
        || api.matches("http://(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?(/[A-Za-z0-9._/-]*)?")) {
      return URI.create(api);
    }
    throw GitHubException.refused(
        "GITHUB_API_URL must be an https address, or http on this machine, was \"" + api + "\"");
  }

  /** Whether that address is on the same server: the token goes to no other. */
  boolean serves(URI address) {
    return api.getScheme().equals(address.getScheme())
        && String.valueOf(api.getAuthority()).equals(address.getAuthority());
  }

  @Override
  public String toString() {
    return api + (token == null ? " without a token" : " with a token");
  }
}
