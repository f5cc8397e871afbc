package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Agents, by the official client of the Model Context Protocol, and by its messages as text. */
@ResourceLock("cpus")
class McpTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"text\",\"version\":\"1\"}}}";

  @TempDir Path directory;
  private final List<String> steps = new CopyOnWriteArrayList<>();
  private Shop shop;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    shop.write("Shop.java", Shop.throwing("4"));
    shop.commit("throw more");
  }

  @Test
  void client_listsExplainsAndCompares_getsTypedResults() throws IOException {
    try (McpSyncClient client = client()) {
      client.initialize();

      assertThat(client.listTools().tools())
          .extracting(Tool::name)
          .containsExactly(
              "compare", "run", "why", "bisect", "verify", "upgrade", "report", "trend", "history",
              "doctor", "explain");

      assertThat(client.listTools().tools())
          .filteredOn(tool -> tool.name().equals("bisect"))
          .singleElement()
          .satisfies(tool ->
              assertThat(JSON.valueToTree(tool.inputSchema()).toString())
                  .contains("\"required\":[\"good\",\"bad\"]"));

      CallToolResult explained = call(client, "explain", Map.of("metric", "latency-p99"));
      assertThat(facts(explained).at("/result/meaning").asText()).contains("99th percentile");

      CallToolResult wrong =
          call(client, "compare", Map.of("base", "no-such-revision", "head", "main"));
      assertThat(wrong.isError()).isTrue();
      assertThat(text(wrong)).contains("no-such-revision");

      CallToolResult compared =
          call(
              client,
              "compare",
              Map.of("base", "main~1", "head", "main", "counts", true, "mode", List.of("virtual")));
      JsonNode facts = facts(compared);
      assertThat(facts.path("exitCode").asInt()).as(text(compared)).isEqualTo(1);
      assertThat(facts.at("/result/verdict").asText()).isEqualTo("regressed");
      assertThat(facts.at("/result/metrics"))
          .anySatisfy(line -> {
            assertThat(line.path("metric").asText()).isEqualTo("exceptions");
            assertThat(line.path("verdict").asText()).isEqualTo("regressed");
          });
      assertThat(facts.at("/result/causes"))
          .anySatisfy(cause -> assertThat(cause.path("file").asText()).isEqualTo("Shop.java"));
      assertThat(text(compared)).contains("REGRESSED").hasSizeLessThan(6_000);
      assertThat(steps).anyMatch(step -> step.contains("items round 1"));

      CallToolResult report =
          call(client, "report", Map.of("run", facts.at("/result/recordId").asText()));
      assertThat(text(report)).isEqualTo(text(compared));
    }
  }

  @Test
  void cancelled_compareEnds_andTheServerGoesOn() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(shop.loomwatch().program("mcp"));
    builder.environment().put("LOOMWATCH_SERVICE", service());
    builder.redirectError(directory.resolve("stderr").toFile());
    Process server = builder.start();
    try (BufferedReader out = server.inputReader()) {
      send(server, INITIALIZE);
      out.readLine();
      send(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      send(
          server,
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"compare\","
              + "\"arguments\":{\"base\":\"main~1\",\"head\":\"main\",\"profile\":\"smoke\"},"
              + "\"_meta\":{\"progressToken\":\"t\"}}}");
      JsonNode progress = JSON.readTree(out.readLine());
      assertThat(progress.path("method").asText()).isEqualTo("notifications/progress");
      List<ProcessHandle> children = server.descendants().toList();
      assertThat(children).isNotEmpty();

      send(
          server,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");

      JsonNode ended = JSON.readTree(out.readLine());
      while (ended.has("method")) {
        ended = JSON.readTree(out.readLine());
      }
      assertThat(ended.at("/result/isError").asBoolean()).isTrue();
      assertThat(ended.at("/result/content/0/text").asText()).startsWith("cancelled");
      // The shell that would have ended them with the server waits two seconds.
      Loomwatch.await(
          "no process is left", () -> children.stream().noneMatch(ProcessHandle::isAlive));
      send(server, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}");
      assertThat(JSON.readTree(out.readLine()).path("id").asInt()).isEqualTo(3);

      server.getOutputStream().close();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }

  private static void send(Process server, String message) throws IOException {
    server
        .getOutputStream()
        .write((message + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
    server.getOutputStream().flush();
  }

  private McpSyncClient client() throws IOException {
    List<String> command = shop.loomwatch().program("mcp");
    ServerParameters server =
        ServerParameters.builder(command.getFirst())
            .args(command.subList(1, command.size()))
            .addEnvVar("LOOMWATCH_SERVICE", service())
            .build();
    return McpClient.sync(new StdioClientTransport(server, new JacksonMcpJsonMapper(JSON)))
        .requestTimeout(Duration.ofMinutes(8))
        .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
        .progressConsumer(step -> steps.add(String.valueOf(step.message())))
        .build();
  }

  private String service() {
    return shop.folder().resolve("loomwatch.yaml").toString();
  }

  private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> with) {
    return client.callTool(new CallToolRequest(tool, with, Map.of("progressToken", "t")));
  }

  private static JsonNode facts(CallToolResult result) {
    return JSON.valueToTree(result.structuredContent());
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }
}
