package loomwatch.harness.github;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.kohsuke.github.connector.GitHubConnector;
import org.kohsuke.github.connector.GitHubConnectorRequest;
import org.kohsuke.github.connector.GitHubConnectorResponse;

/** Reads as usual; what would be written is printed, and taken for written. */
final class DryRunConnector implements GitHubConnector {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final GitHubConnector reading;
  private final PrintStream out;

  DryRunConnector(GitHubConnector reading, PrintStream out) {
    this.reading = reading;
    this.out = out;
  }

  @Override
  public GitHubConnectorResponse send(GitHubConnectorRequest request) throws IOException {
    if (request.method().equals("GET")) {
      return reading.send(request);
    }
    JsonNode body = body(request);
    out.println("would " + request.method() + " " + request.url().getPath());
    out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(body));
    return new Echo(request, body);
  }

  private static JsonNode body(GitHubConnectorRequest request) throws IOException {
    try (InputStream body = request.body()) {
      return body == null ? JsonNodeFactory.instance.objectNode() : JSON.readTree(body);
    }
  }

  /**
   * What was sent, as if GitHub had kept it; labels are objects there, and we need none back. Of
   * what is removed nothing is left.
   */
  private static final class Echo extends GitHubConnectorResponse.ByteArrayResponse {
    private final byte[] body;

    Echo(GitHubConnectorRequest request, JsonNode sent) throws JsonProcessingException {
      super(request, request.method().equals("POST") ? 201 : 200, Map.of());
      ObjectNode kept = sent.isObject() ? sent.deepCopy() : JsonNodeFactory.instance.objectNode();
      kept.remove("labels");
      String json = request.method().equals("DELETE") ? "[]" : JSON.writeValueAsString(kept);
      body = json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected InputStream rawBodyStream() {
      return new ByteArrayInputStream(body);
    }
  }
}
