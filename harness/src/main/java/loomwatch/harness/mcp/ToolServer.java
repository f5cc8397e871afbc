package loomwatch.harness.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import loomwatch.harness.mcp.CommandCall.Ended;
import org.jspecify.annotations.Nullable;

/** Responds to one client over its input and output until it closes them. */
public final class ToolServer {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Exit codes below are results; from here on they are errors. */
  private static final int FAILED = 64;

  private static final String INSTRUCTIONS =
      "Loomwatch measures whether a change made a Tomcat service or JMH benchmarks slower or"
          + " costlier. Call compare with base and head; it takes minutes and reports its progress."
          + " Only one measurement runs at a time. A verdict of inconclusive is no pass. Do not"
          + " compute on this machine meanwhile.";

  private static final Map<String, Object> OUTPUT =
      Map.of(
          "type",
          "object",
          "properties",
          Map.of(
              "exitCode", Map.of("type", "integer"),
              "directory", Map.of("type", "string"),
              "result", Map.of("type", "object")),
          "required",
          List.of("exitCode"));

  private final List<String> program;
  private final Path directory;
  private final Map<String, CommandCall> calls = new ConcurrentHashMap<>();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * A command of Loomwatch as a tool.
   *
   * @param description what it does, what it takes and how it ends
   * @param input JSON schema of its arguments
   * @param words makes the command line of arguments
   * @param shown makes of a result what people read, and where it is stored
   * @param measures whether it takes minutes and writes a run
   */
  public record CommandTool(
      String name,
      String description,
      Map<String, Object> input,
      Function<Map<String, Object>, List<String>> words,
      Function<String, Shown> shown,
      boolean measures) {}

  /**
   * What a client gets of a command's output.
   *
   * @param text for people
   * @param facts for programs
   */
  public record Shown(String text, Map<String, Object> facts) {}

  /**
   * Creates a server that runs commands.
   *
   * @param program what a command line begins with
   * @param directory where commands run
   */
  public ToolServer(List<String> program, Path directory) {
    this.program = List.copyOf(program);
    this.directory = directory;
  }

  /** Serves tools until the client closes its side; calls that run then are cancelled. */
  public void serve(List<CommandTool> tools, String version, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    InputStream input = new CancellableInput(in, this::cancel, ended::countDown).open();
    McpSyncServer server =
        McpServer.sync(new StdioServerTransportProvider(new JacksonMcpJsonMapper(JSON), input, out))
            .serverInfo("loomwatch", version)
            .instructions(INSTRUCTIONS)
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .jsonMapper(new JacksonMcpJsonMapper(JSON))
            // The command line checks its arguments, and its messages say what to do.
            .validateToolInputs(false)
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .tools(tools.stream().map(this::specification).toList())
            .build();
    ended.await();
    List<CommandCall> running = List.copyOf(calls.values());
    running.forEach(CommandCall::cancel);
    for (CommandCall call : running) {
      call.awaitEnd();
    }
    server.close();
  }

  private void cancel(String request) {
    cancelled.add(request);
    CommandCall call = calls.get(request);
    if (call != null) {
      call.cancel();
    }
  }

  private SyncToolSpecification specification(CommandTool tool) {
    return SyncToolSpecification.builder()
        .tool(
            Tool.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(tool.input())
                .outputSchema(OUTPUT)
                .annotations(
                    ToolAnnotations.builder()
                        .readOnlyHint(!tool.measures())
                        .destructiveHint(false)
                        .openWorldHint(false)
                        .build())
                .build())
        .callHandler((exchange, request) -> call(tool, exchange, request))
        .build();
  }

  private CallToolResult call(
      CommandTool tool, McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> meta = request.meta() == null ? Map.of() : request.meta();
    String id = String.valueOf(meta.get(CancellableInput.REQUEST));
    List<String> command = new ArrayList<>(program);
    try {
      command.addAll(
          tool.words().apply(request.arguments() == null ? Map.of() : request.arguments()));
      CommandCall call = CommandCall.start(command, directory);
      calls.put(id, call);
      if (cancelled.contains(id)) {
        call.cancel();
      }
      try {
        return result(tool, call.await(progress(exchange, meta.get("progressToken"))));
      } finally {
        calls.remove(id);
        call.cancel();
      }
    } catch (IllegalArgumentException wrong) {
      return failed(String.valueOf(wrong.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("the server ends");
    }
  }

  private static Consumer<String> progress(McpSyncServerExchange exchange, @Nullable Object token) {
    AtomicInteger steps = new AtomicInteger();
    return line -> {
      if (token != null) {
        exchange.progressNotification(
            ProgressNotification.builder(token, steps.incrementAndGet()).message(line).build());
      }
    };
  }

  private static CallToolResult result(CommandTool tool, Ended ended) {
    if (ended.cancelled()) {
      return failed("cancelled; the same call goes on after the finished rounds for a day");
    }
    if (ended.exitCode() >= FAILED) {
      return failed(ended.err());
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("exitCode", ended.exitCode());
    if (ended.out().isBlank()) {
      return CallToolResult.builder().addTextContent(ended.err()).structuredContent(facts).build();
    }
    Shown shown = tool.shown().apply(ended.out());
    facts.putAll(shown.facts());
    return CallToolResult.builder().addTextContent(shown.text()).structuredContent(facts).build();
  }

  private static CallToolResult failed(String why) {
    return CallToolResult.builder().isError(true).addTextContent(why).build();
  }
}
