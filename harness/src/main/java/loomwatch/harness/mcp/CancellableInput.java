package loomwatch.harness.mcp;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The client's messages, one in each line. Cancellations are taken out, and each call of a tool
 * gets the id of its request, because the SDK knows neither: see issues 130 and 803 of its
 * repository.
 */
final class CancellableInput {
  /** Where a call's {@code _meta} holds the id of its request, as JSON. */
  static final String REQUEST = "loomwatch/request";

  private static final int BUFFER = 1 << 16;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InputStream client;
  private final Consumer<String> cancel;
  private final Runnable end;

  /**
   * Creates one.
   *
   * @param cancel ends the call of the request with that id
   * @param end is run once the client has closed its side
   */
  CancellableInput(InputStream client, Consumer<String> cancel, Runnable end) {
    this.client = client;
    this.cancel = cancel;
    this.end = end;
  }

  /** Starts reading, and returns what is left for the SDK to read. */
  InputStream open() throws IOException {
    PipedInputStream rest = new PipedInputStream(BUFFER);
    PipedOutputStream into = new PipedOutputStream(rest);
    Thread.ofPlatform().daemon().name("mcp-input").start(() -> copy(into));
    return rest;
  }

  private void copy(PipedOutputStream into) {
    try (into;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(client, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String passed = passed(line);
        if (!passed.isEmpty()) {
          into.write((passed + "\n").getBytes(StandardCharsets.UTF_8));
          into.flush();
        }
      }
    } catch (IOException closed) {
      // The client or the SDK has closed its side; both mean that nothing more is to be read.
    } finally {
      end.run();
    }
  }

  private String passed(String line) {
    try {
      JsonNode message = JSON.readTree(line);
      switch (message.path("method").asText()) {
        case "notifications/cancelled" -> {
          cancel.accept(message.path("params").path("requestId").toString());
          return "";
        }
        case "tools/call" -> {
          if (message.get("params") instanceof ObjectNode params) {
            params.withObjectProperty("_meta").put(REQUEST, message.path("id").toString());
          }
          return JSON.writeValueAsString(message);
        }
        default -> {
          return line;
        }
      }
    } catch (JacksonException | UnsupportedOperationException bad) {
      return line; // The SDK responds to what is no JSON, or of another shape.
    }
  }
}
