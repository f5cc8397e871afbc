package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.harness.cli.LoomwatchCommand;
import loomwatch.measure.plan.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** All commands together: those of the product and the benchmarks'. */
class CommandsTest {
  private static final CommandLine LOOMWATCH = LoomwatchCommand.with(Main.COMMANDS);
  private static final Pattern TYPED = Pattern.compile("\\./loomwatch ([a-z-]+)([^`#|\\n]*)");
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Test)`");
  private static final Pattern CODE = Pattern.compile("```.*?```|`[^`]*`", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z][\\w-]*");
  private static final Pattern KEY_TABLE =
      Pattern.compile("^\\| key \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)", Pattern.MULTILINE);
  private static final Pattern KEY =
      Pattern.compile(
          "(?:^\\| \\[?|\\G(?<!^)\\]?(?:\\([^)]*\\))?, )`([\\w-]+)`", Pattern.MULTILINE);
  private static final Pattern OPTION = Pattern.compile("(?<= )--[a-z0-9-]+");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
      return Stream.concat(
          Stream.of(Path.of("../README.md"), Path.of("../CONTRIBUTING.md")),
          docs.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream());
    }
  }

  /** The launcher knows {@code test}, whose arguments are no options. */
  @ParameterizedTest
  @MethodSource("pages")
  void page_everyCommandAndOptionItNames_exists(Path page) throws IOException {
    Matcher typed = TYPED.matcher(Files.readString(page));
    List<String> unknown = new ArrayList<>();
    while (typed.find()) {
      CommandLine command = LOOMWATCH.getSubcommands().get(typed.group(1));
      if (command == null) {
        unknown.add(typed.group());
        continue;
      }
      Set<String> options = optionsOf(command);
      Matcher option = OPTION.matcher(typed.group(2));
      while (option.find()) {
        if (!options.contains(option.group())) {
          unknown.add(typed.group());
        }
      }
    }

    assertThat(unknown).isEmpty();
  }

  @Test
  void readme_namesTheCommandsPeopleBeginWith() throws IOException {
    assertThat(Files.readString(Path.of("../README.md")))
        .contains("./loomwatch run", "./loomwatch test", "./loomwatch compare");
  }

  @Test
  void reference_ofCommands_isTheHelps() throws IOException {
    String help = LoomwatchCommand.with(List.of()).getUsageMessage();
    String commands = help.substring(help.indexOf("Commands:\n") + 10, help.indexOf("\nExamples:"));

    assertThat(Files.readString(Path.of("../docs/reference.md")))
        .contains("```\n" + commands.stripTrailing() + "\n```");
  }

  /** The page of a file explains every key of its schema, and no other. */
  @ParameterizedTest
  @CsvSource({
    "service-file.md, measure/src/main/resources/loomwatch/measure/service/loomwatch.schema.json",
    "study.md, measure/src/main/resources/loomwatch/measure/study/study.schema.json",
    "reference.md, judge/src/main/resources/loomwatch/judge/thresholds/thresholds.schema.json",
  })
  void page_keysOfAFile_areTheSchemas(String name, Path schema) throws IOException {
    String page = Files.readString(Path.of("../docs", name));
    Set<String> known = new TreeSet<>();
    for (JsonNode object :
        new ObjectMapper()
            .readTree(Path.of("..").resolve(schema).toFile())
            .findValues("properties")) {
      object.fieldNames().forEachRemaining(known::add);
    }
    Set<String> explained = new TreeSet<>();
    CODE.matcher(page)
        .results()
        .forEach(code ->
            WORD.matcher(code.group()).results().forEach(word -> explained.add(word.group())));
    Set<String> listed = new TreeSet<>();
    KEY_TABLE
        .matcher(page)
        .results()
        .forEach(table ->
            KEY.matcher(table.group(1)).results().forEach(key -> listed.add(key.group(1))));

    assertThat(explained).containsAll(known);
    assertThat(known).containsAll(listed);
    assertThat(listed).isNotEmpty();
  }

  @Test
  void reference_ofScenarios_namesEachThatShips() throws IOException {
    String page = Files.readString(Path.of("../docs/reference.md"));

    assertThat(Catalogue.SHIPPED.knownNames().stream().filter(name -> !name.startsWith("jmh")))
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  /** Pages and decisions name the tests that hold what they say. */
  @Test
  void pages_everyTestTheyName_exists() throws IOException {
    List<Path> pages = new ArrayList<>(pages().toList());
    try (Stream<Path> decisions = Files.list(Path.of("../docs/decisions"))) {
      pages.addAll(decisions.toList());
    }
    Set<String> named = new TreeSet<>();
    for (Path page : pages) {
      TEST.matcher(Files.readString(page)).results().forEach(found -> named.add(found.group(1)));
    }
    try (Stream<Path> files =
        Files.find(Path.of(".."), 16, (file, is) -> file.toString().contains("/src/test/"))) {
      files.forEach(file -> named.remove(file.getFileName().toString().replace(".java", "")));
    }

    assertThat(named).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench-generators --seconds 0|--seconds must be from 1 to 600, was 0",
        "bench-services --itself -1|--itself must be 0 or more, was -1",
        "bench-services --profile huge|--profile must be of smoke, quick, full, was huge",
        "bench-services --only cart|--only must be of orders, catalog, shop, n-plus-one, small-pool,"
            + " start-up-scan, lost-cache, hot-lock, whole-articles, no-keep-alive, slow-filter,"
            + " session-leak, chatty-logging, was cart",
        "bench-trend --seeds 0|--seeds must be from 1 to 100000, was 0",
      })
  void benchmark_wrongUsage_exits64AndSaysWhatToDo(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine line = LoomwatchCommand.with(Main.COMMANDS).setErr(new PrintWriter(err, true));

    assertThat(line.execute(arguments.split(" "))).isEqualTo(64);
    assertThat(err.toString()).startsWith("loomwatch: " + message);
  }

  private static Set<String> optionsOf(CommandLine command) {
    Set<String> options = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
    for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
      options.addAll(optionsOf(sub.getValue()));
    }
    return options;
  }
}
