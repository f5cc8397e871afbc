package loomwatch.harness.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.mcp.ToolServer;
import loomwatch.harness.mcp.ToolServer.CommandTool;
import loomwatch.harness.mcp.ToolServer.Shown;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Style;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

@Command(
    name = "mcp",
    description = {
      "Lets agents measure: a server of the Model Context Protocol.",
      "",
      "An agent starts it, in the folder of the service, and talks to it by standard input and output."
          + " Its tools are commands: compare, run, why, bisect, verify, upgrade, report, trend, history, doctor; and"
          + " explain, which says what a metric means. Measuring reports progress, can be cancelled, and"
          + " ends with the agent. Results have the report as text, and the lines that decide as data."
    },
    footer = {
      "  ./loomwatch mcp                 started by an agent, whose settings hold:",
      "      {\"mcpServers\": {\"loomwatch\":",
      "          {\"command\": \"/path/to/loomwatch\", \"args\": [\"mcp\"]}}}"
    })
final class McpCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<LinkedHashMap<String, Object>> OBJECT =
      new TypeReference<>() {};

  /** Argument that names a stored run, where the command line has a directory. */
  private static final String RUN = "run";

  private static final Map<String, Object> STORED =
      Map.of(
          "type",
          "string",
          "description",
          "The directory or id of a stored run. Default: the last.");

  private static final String METRIC = "metric";

  /** A report of about one screen, which is what an agent wants to read. */
  private static final Style PLAIN = new Style(100, Style.Colour.OFF, Style.Detail.KEY);

  /** Fields of a line of a verdict that say what changed, and whether that decides. */
  private static final List<String> OF_LINE =
      List.of("scenario", "mode", "metric", "unit", "verdict", "gate", "reason", "value", "change");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Installation.of(Optional.empty()).root();
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      // What else is printed would break the protocol.
      System.setOut(System.err);
      new ToolServer(ChildCommand.program(), Path.of("").toAbsolutePath())
          .serve(tools(), Release.of(root).version(), System.in, out);
    }
    return ExitCode.PASS;
  }

  private static List<CommandTool> tools() {
    CommandLine all = LoomwatchCommand.with(List.of());
    List<CommandTool> tools = new ArrayList<>();
    tools.add(
        measuring(
            all, "compare", "base", "head", "scenario", "mode", "profile", "budget", "counts"));
    tools.add(measuring(all, "run", "scenario", "mode", "profile"));
    tools.add(measuring(all, "why", RUN, "scenario"));
    tools.add(measuring(all, "bisect", "good", "bad", "scenario", "mode", "profile"));
    tools.add(measuring(all, "verify", RUN, "fix"));
    tools.add(measuring(all, "upgrade", "to", "ref", "profile", "counts"));
    tools.add(reading(all, "report", List.of("report", "--json"), RUN));
    tools.add(reading(all, "trend", List.of("trend", "--json")));
    tools.add(reading(all, "history", List.of("history", "list"), "newest"));
    tools.add(reading(all, "doctor", List.of("doctor")));
    tools.add(reading(all, "explain", List.of("explain", "--json"), METRIC));
    return tools;
  }

  private static CommandTool measuring(CommandLine all, String name, String... options) {
    return tool(all, name, List.of(name, "--json"), true, options);
  }

  private static CommandTool reading(
      CommandLine all, String name, List<String> words, String... options) {
    return tool(all, name, words, false, options);
  }

  /** Makes a tool of a command and some of its options, with the texts of its help. */
  private static CommandTool tool(
      CommandLine all, String name, List<String> words, boolean measures, String... options) {
    CommandLine command = all;
    for (String word : words) {
      command = command.getSubcommands().getOrDefault(word, command);
    }
    CommandSpec spec = command.getCommandSpec();
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String option : options) {
      properties.put(
          option,
          switch (option) {
            case RUN -> STORED;
            case METRIC -> Map.of("type", "string", "enum", Metric.labels());
            default -> property(spec.findOption("--" + option));
          });
    }
    return new CommandTool(
        name,
        String.join("\n", spec.usageMessage().description()).strip(),
        schema(
            properties,
            Stream.of(options)
                .filter(option ->
                    option.equals(METRIC)
                        || spec.findOption("--" + option) instanceof OptionSpec known
                            && known.required())
                .toList()),
        arguments -> words(words, properties, arguments),
        McpCommand::shown,
        measures);
  }

  private static Map<String, Object> schema(Map<String, Object> properties, List<String> required) {
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }

  private static Map<String, Object> property(OptionSpec option) {
    Map<String, Object> property = new LinkedHashMap<>();
    if (option.isMultiValue()) {
      property.put("type", "array");
      property.put("items", Map.of("type", "string"));
    } else {
      property.put("type", option.typeInfo().isBoolean() ? "boolean" : "string");
    }
    property.put("description", Ansi.OFF.text(String.join(" ", option.description())).toString());
    return property;
  }

  /** Returns the command line of a call; each value is one word with its option. */
  private static List<String> words(
      List<String> command, Map<String, Object> known, Map<String, Object> arguments) {
    List<String> words = new ArrayList<>(command);
    arguments.forEach((name, value) -> {
      if (!known.containsKey(name)) {
        throw new IllegalArgumentException(
            "unknown argument '%s'; there are %s"
                .formatted(name, String.join(", ", known.keySet())));
      }
      if (value == null) {
        return; // So do clients leave an argument out.
      }
      if (name.equals(RUN)) {
        words.add(directory(String.valueOf(value)).toString());
      } else if (name.equals(METRIC)) {
        words.add(
            Metric.named(String.valueOf(value))
                .orElseThrow(() -> new IllegalArgumentException("unknown metric " + value))
                .label());
      } else if (value instanceof Boolean set) {
        if (set) {
          words.add("--" + name);
        }
      } else if (value instanceof Collection<?> several) {
        several.forEach(one -> words.add("--%s=%s".formatted(name, one)));
      } else {
        words.add("--%s=%s".formatted(name, value));
      }
    });
    return words;
  }

  private static Path directory(String run) {
    Path stored = Installation.ofLauncher().out().resolve(run);
    return Files.isDirectory(stored) ? stored : Path.of(run).toAbsolutePath();
  }

  /** Returns a verdict by its report and the lines that decide; other results as they are. */
  private static Shown shown(String out) {
    Map<String, Object> result;
    try {
      result = JSON.readValue(out, OBJECT);
    } catch (JacksonException text) {
      return new Shown(out, Map.of());
    }
    Path directory = directory(String.valueOf(result.get("recordId")));
    if (!Files.isDirectory(directory)) {
      return new Shown(out, Map.of("result", result));
    }
    RunDirectory run = RunDirectory.existing(directory);
    Verdict verdict = run.readVerdict();
    MeasurementRecord record = run.readRecord().record();
    if (result.get("metrics") instanceof List<?> lines) {
      result.put("metrics", deciding(lines));
    }
    result.keySet().retainAll(List.of("verdict", "recordId", "warnings", "metrics", "causes"));
    return new Shown(
        new Report(verdict, record).terminal(PLAIN),
        Map.of("directory", directory.toString(), "result", result));
  }

  private static List<?> deciding(List<?> lines) {
    return lines.stream()
        .filter(line ->
            line instanceof Map<?, ?> fields
                && (Boolean.TRUE.equals(fields.get("gate"))
                    || !"pass".equals(fields.get("verdict"))))
        .map(line -> {
          Map<?, ?> fields = new LinkedHashMap<>((Map<?, ?>) line);
          fields.keySet().retainAll(OF_LINE);
          return fields;
        })
        .toList();
  }
}
