package loomwatch.workflows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs a workflow for an event with act, in this machine's own shell, with stubs of its actions.
 */
final class Act {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ACTION = Pattern.compile("uses: ([\\w-]+)/([\\w-]+)@([0-9a-f]{40})");

  private final World world;
  private final FakeGitHub github;
  private final Map<String, String> more = new TreeMap<>();
  private final Map<String, String> settings = new TreeMap<>();
  private final List<String> options = new ArrayList<>();

  Act(World world, FakeGitHub github) {
    this.world = world;
    this.github = github;
  }

  /** Sets one more variable for every step. */
  Act with(String name, String value) {
    more.put(name, value);
    return this;
  }

  /** Runs that job alone, with those it needs: its condition, say, in several cases. */
  Act only(String job) {
    options.add("--job=" + job);
    return this;
  }

  /** Has the event be that user's doing. */
  Act as(String login) {
    options.add("--actor=" + login);
    return this;
  }

  /** Takes what a workflow uses of a repository at a commit from that folder. */
  Act knowing(String repository, String commit, Path folder) {
    options.add("--local-repository=%s@%s=%s".formatted(repository, commit, folder));
    return this;
  }

  /** Sets a secret of the repository, as in its settings. */
  Act secret(String name, String value) {
    options.add("--secret=%s=%s".formatted(name, value));
    return this;
  }

  /** Sets a variable of the repository, as in its settings. */
  Act variable(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * How it went.
   *
   * @param jobs each job's result by its name; those that were skipped are not there
   * @param failed names of the steps that failed, each once, although act names those of an action
   *     of ours twice; it may lose what such a step printed last
   * @param said all that was printed
   */
  record Run(Map<String, String> jobs, List<String> failed, String said) {}

  /** Runs a workflow. The event is what GitHub would send; act fills in what it can. */
  Run run(String workflow, String event, String payload) throws IOException, InterruptedException {
    Path sent = Files.writeString(world.directory.resolve("event.json"), payload);
    Path variables = world.directory.resolve("variables");
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.putAll(github.environment());
    environment.putAll(more);
    Files.writeString(
        variables,
        environment.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue() + "\n")
            .collect(Collectors.joining()));
    List<String> command =
        new ArrayList<>(
            List.of(
                "act",
                event,
                "--json",
                "--directory=" + world.work(),
                "--workflows=" + world.work().resolve(".github/workflows/" + workflow),
                "--eventpath=" + sent,
                "--env-file=" + variables,
                "--platform=ubuntu-24.04=-self-hosted",
                "--action-offline-mode",
                "--no-cache-server",
                "--no-skip-checkout",
                "--concurrent-jobs=1",
                "--var=LOOMWATCH_JDK_API=" + environment.get("GITHUB_API_URL"),
                "--secret=GITHUB_TOKEN=a-token-of-no-worth"));
    settings.forEach((name, value) -> command.add("--var=" + name + "=" + value));
    command.addAll(stubs());
    command.addAll(options);
    Tools.Ended ended = Tools.run(world.work(), environment, command.toArray(String[]::new));
    Files.writeString(world.directory.resolve("act.log"), ended.said());
    return read(ended.said());
  }

  /** Runs main.yml, as a push of what is checked out. */
  Run push() throws IOException, InterruptedException {
    return run(
        "main.yml",
        "push",
        "{\"ref\": \"refs/heads/main\", \"repository\": {\"full_name\": \"acme/shop\"}}");
  }

  /** The stub of each action that the workflows pin, under its pin. */
  private static List<String> stubs() {
    return Repository.definitions().stream()
        .flatMap(file -> ACTION.matcher(Repository.text(file)).results())
        .map(found ->
            "--local-repository=%s/%s@%s=%s"
                .formatted(
                    found.group(1),
                    found.group(2),
                    found.group(3),
                    Repository.TESTS.resolve("actions/" + found.group(2))))
        .distinct()
        .toList();
  }

  private static Run read(String log) {
    Map<String, String> jobs = new TreeMap<>();
    List<String> failed = new ArrayList<>();
    StringBuilder said = new StringBuilder();
    log.lines()
        .forEach(line -> {
          JsonNode event = json(line);
          said.append(event.path("msg").asText()).append('\n');
          if (event.has("jobResult")) {
            jobs.put(event.path("job").asText().strip(), event.path("jobResult").asText());
          }
          if (event.path("stepResult").asText().equals("failure")) {
            failed.add(event.path("step").asText());
          }
        });
    return new Run(
        jobs, failed.stream().distinct().toList(), said.toString().replace("\n\n", "\n"));
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException plain) {
      return JSON.createObjectNode().put("msg", line);
    }
  }
}
