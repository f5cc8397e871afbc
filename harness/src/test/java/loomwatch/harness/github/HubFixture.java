package loomwatch.harness.github;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import loomwatch.harness.github.Hub.Endpoint;
import org.jspecify.annotations.Nullable;

/** A fake GitHub and whoever writes to it, for one test. */
final class HubFixture implements AutoCloseable {
  static final String REPOSITORY = "acme/shop";
  static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";
  static final String OTHER_SHA = "1".repeat(40);

  private final FakeGitHub fake;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  HubFixture() throws IOException {
    fake = FakeGitHub.start(REPOSITORY);
  }

  FakeGitHub fake() {
    return fake;
  }

  FakeRepository repository() {
    return fake.repository();
  }

  /** A job's own token. */
  Hub hub() {
    return hub("ghs_secret", Hub.Writing.REAL, Duration.ofSeconds(20), null);
  }

  Hub hub(String token, Hub.Writing writing, Duration patience, @Nullable String author) {
    return Hub.of(
        Endpoint.of(Map.of("GITHUB_API_URL", fake.url(), "GITHUB_TOKEN", token)),
        REPOSITORY,
        new Hub.Manner(writing, patience, author, print(out), print(log)),
        Duration.ofMillis(5));
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  /** What was printed for those who want it. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What was said of failures. */
  String log() {
    return log.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    fake.close();
  }
}
