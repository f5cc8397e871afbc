package loomwatch.workflows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The branch gh-pages "on GitHub", with history and data.js, and the site deployed there. */
record Pages(World world) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Puts a history of these commits, each with its cost, on gh-pages. */
  void past(List<String> commitsAndCosts) throws IOException, InterruptedException {
    Path pages = world.directory.resolve("pages");
    List<String> past = new ArrayList<>(List.of("./loomwatch", "past"));
    past.add(pages.resolve("history").toString());
    past.addAll(commitsAndCosts);
    if (!Files.exists(pages)) {
      world.tell(world.directory, "git", "init", "--quiet", "-b", "gh-pages", pages.toString());
      world.tell(pages, "git", "remote", "add", "origin", "https://github.com/" + World.NAME);
    }
    if (!world.tell(world.remote, "git", "branch", "--list", "gh-pages").isEmpty()) {
      world.tell(pages, "git", "pull", "--quiet", "origin", "gh-pages");
    }
    world.tell(world.work(), past.toArray(String[]::new));
    world.tell(pages, "git", "add", "--all");
    world.tell(pages, "git", "commit", "--quiet", "-m", "a past");
    world.tell(pages, "git", "push", "--quiet", "origin", "gh-pages");
  }

  /** What a night keeps, that many days ago; after {@link #past}. */
  void calibrated(int daysAgo) throws IOException, InterruptedException {
    String at =
        Instant.now().minus(daysAgo, ChronoUnit.DAYS).toString().replaceAll("[-:]|[.]\\d+", "");
    Path folder = world.directory.resolve("pages/calibration/here").resolve(at + "-1");
    Files.writeString(Files.createDirectories(folder).resolve("record.json.gz"), "1");
    push(daysAgo);
  }

  /** Removes it, that many days ago. */
  void uncalibrated(int daysAgo) throws IOException, InterruptedException {
    world.tell(world.directory, "rm", "-r", "pages/calibration");
    push(daysAgo);
  }

  private void push(int daysAgo) throws IOException, InterruptedException {
    Path pages = world.directory.resolve("pages");
    world.tell(pages, "git", "add", "--all");
    world.commitOf(pages, daysAgo);
    world.tell(pages, "git", "push", "--quiet", "origin", "gh-pages");
  }

  /**
   * Lets somebody else be faster with the next push of such a commit to gh-pages, once: changes
   * some file in between. What is pushed is told by what its message begins with.
   */
  void overtaken(String... commits) throws IOException {
    Path hook = world.remote.resolve("hooks/update");
    Files.writeString(
        hook,
        """
        #!/bin/sh
        of="$(git log -1 --format=%s "$3" | cut -d: -f1)"
        rm "hooks/faster-than-$of" 2> /dev/null || exit 0
        blob="$(echo "faster than $of" | git hash-object -w --stdin)"
        file="$(printf '100644 blob %s\tsome.txt' "$blob")"
        tree="$( (git ls-tree gh-pages | grep -v some.txt; echo "$file") | git mktree)"
        git update-ref refs/heads/gh-pages \
          "$(git commit-tree -p gh-pages -m "faster than $of" "$tree")"
        """);
    World.executable(hook);
    for (String commit : commits) {
      Files.createFile(world.remote.resolve("hooks/faster-than-" + commit));
    }
  }

  /** Names of the files in a folder of gh-pages. */
  List<String> files(String folder) throws IOException, InterruptedException {
    return world
        .tell(world.remote, "git", "ls-tree", "-r", "--name-only", "gh-pages", folder)
        .lines()
        .toList();
  }

  /** The commits of which gh-pages has runs, in order; those compared as {@code base..head}. */
  List<String> history() throws IOException, InterruptedException {
    return history("");
  }

  /** The same of the service in that folder. */
  List<String> history(String folder) throws IOException, InterruptedException {
    return entries(folder).stream().map(Pages::measured).toList();
  }

  /** The ids of what is in history, in order. */
  List<String> ids() throws IOException, InterruptedException {
    return entries("").stream().map(entry -> entry.path("id").asText()).toList();
  }

  private List<JsonNode> entries(String folder) throws IOException, InterruptedException {
    return world
        .tell(
            world.remote,
            "bash",
            "-c",
            "git archive gh-pages:%s history | tar -xO --wildcards '*.jsonl'".formatted(folder))
        .lines()
        .map(Pages::entry)
        .toList();
  }

  private static JsonNode entry(String line) {
    try {
      return JSON.readTree(line).path("entry");
    } catch (JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }

  private static String measured(JsonNode entry) {
    JsonNode compared = entry.path("confirmation");
    return compared.isObject()
        ? compared.path("base").asText() + ".." + compared.path("head").asText()
        : entry.at("/provenance/commit").asText();
  }

  /** How many commits the branch has. */
  int commits() throws IOException, InterruptedException {
    return Integer.parseInt(world.tell(world.remote, "git", "rev-list", "--count", "gh-pages"));
  }

  /** The folder of the site that was deployed last. */
  Path site() {
    return world.directory.resolve("site");
  }

  /** The commits in data.js, in order. */
  List<String> drawn() throws IOException, InterruptedException {
    String data = world.tell(world.remote, "git", "show", "gh-pages:dev/bench/data.js");
    return JSON.readTree(data.substring("window.BENCHMARK_DATA = ".length()))
        .findValuesAsText("id");
  }
}
