package loomwatch.harness.init;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The workflow of a service in a team's repository, which calls Loomwatch's workflows.
 *
 * @param repository Loomwatch's own, as in {@code OWNER/NAME}
 * @param commit full id of the Loomwatch that measures and judges, as a tag may be moved
 * @param version of that commit, for people and for update bots
 * @param folder of the service in the repository; empty for its root
 */
public record WorkflowFile(
    String repository, String commit, String version, String branch, String folder) {
  /** The folder as {@link #text} or people write it. */
  private static final Pattern FOLDER =
      Pattern.compile(
          "\\bfolder:\\s*(?:'([^'\\n]*(?:''[^'\\n]*)*+)'|\"([^\"\\n]*)\"|([^\\s\"'},]+))");

  /** Special characters of branch filters that may be in a branch's name. */
  private static final Pattern OF_FILTERS = Pattern.compile("^!|[+]");

  /** Returns the path of the workflow, by which it is started for a pull request. */
  public static String path(String folder) {
    return ".github/workflows/loomwatch%s.yml"
        .formatted(folder.isEmpty() ? "" : "-" + folder.replace('/', '-'));
  }

  /**
   * Returns the folder of another service whose workflow has the same path, as for {@code
   * services/cart} and {@code services-cart}.
   *
   * @return empty where it is of this folder, or names none
   */
  public static Optional<String> ofAnother(String text, String folder) {
    List<String> named =
        FOLDER
            .matcher(text)
            .results()
            .map(found ->
                found.group(1) != null
                    ? found.group(1).replace("''", "'")
                    : Objects.requireNonNullElse(found.group(2), found.group(3)))
            .toList();
    return named.contains(folder)
        ? Optional.empty()
        : named.stream().filter(other -> path(other).equals(path(folder))).findFirst();
  }

  public String text() {
    return """
    name: %s
    on:
      pull_request: {types: [opened, synchronize, reopened, edited]} # edited: another base
      merge_group:
      push: {branches: [%s]}
      issue_comment: {types: [created]} # /perf SHA
      schedule: [{cron: "17 1 * * *"}] # checks that commits are still measured
      workflow_dispatch: {inputs: {pull: {type: string}, head: {type: string}}}
    permissions: {}
    jobs:
      loomwatch:
        uses: %s/.github/workflows/service.yml@%s # %s%s
        permissions: {actions: write, checks: write, contents: write, id-token: write, issues: write,
          pages: write, pull-requests: write}
    """
        .formatted(
            folder.isEmpty() ? "Loomwatch" : quoted("Loomwatch of " + folder),
            quoted(OF_FILTERS.matcher(branch).replaceAll("\\\\$0")),
            repository,
            commit,
            version,
            folder.isEmpty() ? "" : "\n    with: {folder: " + quoted(folder) + "}");
  }

  /** Quotes text that YAML could take for something else: {@code on}, {@code 1.10}, {@code #1}. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
