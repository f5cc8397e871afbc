package loomwatch.harness.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A headless Chromium without network: every host name but loopback's is unknown to it. Driven
 * through its DevTools protocol, which needs no library.
 */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  private Browser(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts one that keeps everything in that folder. */
  static Browser start(Path folder) throws IOException, InterruptedException {
    Path profile = Files.createDirectories(folder.resolve("profile"));
    Process process =
        new ProcessBuilder(
                executable().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    Path told = profile.resolve("DevToolsActivePort");
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!(Files.exists(told) && Files.readAllLines(told).size() > 1)) {
      if (Instant.now().isAfter(deadline) || !process.isAlive()) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "Chromium must start within "
                + PATIENCE.toSeconds()
                + " s, did not: "
                + Files.readString(folder.resolve("chromium.log")));
      }
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    return new Browser(process, Integer.parseInt(Files.readAllLines(told).getFirst()));
  }

  private static Path executable() {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new TestAbortedException(
                "these tests need a Chromium on the PATH, which is not there"));
  }

  /** A fresh tab. */
  Tab tab() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
            .method("PUT", HttpRequest.BodyPublishers.noBody())
            .build();
    JsonNode target =
        new ObjectMapper().readTree(http.send(request, BodyHandlers.ofString()).body());
    return Tab.connect(http, URI.create(target.path("webSocketDebuggerUrl").asText()));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted while Chromium ended", e));
    }
  }
}
