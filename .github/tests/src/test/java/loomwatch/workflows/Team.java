package loomwatch.workflows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/**
 * A repository of a team's own service, which holds nothing of Loomwatch but two files and calls
 * the workflows of another repository, which Loomwatch is: what {@link World} made moves there.
 */
final class Team {
  /** Loomwatch's own repository "on GitHub". */
  static final String OURS = "loom/loomwatch";

  private static final String WORKFLOW = ".github/workflows/loomwatch.yml";

  private final World world;
  private final Act act;
  private final String ours;

  /** Makes it of a world, whose Loomwatch is what is committed there. */
  Team(World world, Act act) throws IOException, InterruptedException {
    this.world = world;
    this.act = act;
    ours = world.head();
    Path bare = world.directory.resolve("ours.git");
    world.tell(world.directory, "git clone --quiet --bare %s %s".formatted(world.remote, bare));
    world.tell(bare, "git", "config", "uploadpack.allowAnySHA1InWant", "true");
    Path called = world.directory.resolve("called");
    world.tell(world.directory, "git", "clone", "--quiet", bare.toString(), called.toString());
    asGitHubHasIt(called);
    act.knowing(OURS, ours, called);
    world.tell(world.work(), "git", "rm", "--quiet", "-r", ".");
    world.tell(world.work(), "git", "clean", "-qfdx");
    world.tell(world.work(), "git", "checkout", "--quiet", "--orphan", "team");
    world.tell(world.work(), "git", "branch", "-D", "--quiet", "main");
    world.tell(world.work(), "git", "branch", "-m", "main");
    // act looks for what a called workflow calls in the caller's repository. None of it is
    // committed.
    Files.writeString(
        world.work().resolve(".git/info/exclude"),
        ".github/workflows/*\n!loomwatch.yml\n!loomwatch-*.yml\n");
    for (Path file : Repository.workflows()) {
      Path copy = world.work().resolve(".github/workflows").resolve(file.getFileName());
      Files.createDirectories(copy.getParent());
      Files.copy(called.resolve(".github/workflows").resolve(file.getFileName()), copy);
    }
    world.write(WORKFLOW, workflow());
  }

  /** Of a called workflow's job GitHub knows the repository and the commit; act knows neither. */
  private void asGitHubHasIt(Path called) throws IOException {
    for (Path file : Repository.workflows()) {
      Path copy = called.resolve(".github/workflows").resolve(file.getFileName());
      Files.writeString(
          copy,
          Files.readString(copy)
              .replace("job.workflow_repository", "'" + OURS + "'")
              .replace("job.workflow_sha", "'" + ours + "'"));
    }
  }

  /** Gives our workflow an input, such as {@code bots: false}. */
  void with(String input) throws IOException {
    world.write(
        WORKFLOW, workflow().replaceFirst("(uses: .*\n)", "$1    with: {%s}\n".formatted(input)));
  }

  /** Adds the workflow of one more service, as init writes it; named by its folder. */
  void alsoIn(String folder) throws IOException {
    world.write(
        ".github/workflows/loomwatch-%s.yml".formatted(folder.replace('/', '-')),
        workflow().replaceFirst("(uses: .*\n)", "$1    with: {folder: %s}\n".formatted(folder)));
  }

  /** Hands the secret of chats to a workflow, as the page says. */
  void telling(String workflow) throws IOException {
    String page = Repository.text(Repository.ROOT.resolve("docs/operations.md"));
    String secrets = page.replaceFirst("(?s).*`(secrets: \\{LOOMWATCH_NOTIFY: [^`]*)`.*", "$1");
    Path file = world.work().resolve(".github/workflows").resolve(workflow);
    String before = Files.readString(file);
    Files.writeString(
        file,
        before.replaceFirst("(uses: .*\n)", "$1    " + Matcher.quoteReplacement(secrets) + "\n"));
  }

  /** The team's one workflow, as the page shows it. */
  private String workflow() {
    String page = Repository.text(Repository.ROOT.resolve("docs/get-started.md"));
    return page.replaceFirst("(?s).*?```yaml\n(name: Loomwatch\n.*?)```.*", "$1")
        .replaceAll("uses: .*", "uses: %s/.github/workflows/service.yml@%s".formatted(OURS, ours));
  }

  /** Makes main what it is here, whatever it was. */
  String push() throws IOException, InterruptedException {
    String head = world.commit("sell");
    world.tell(world.work(), "git", "push", "--quiet", "--force", "origin", "main");
    return head;
  }

  /** What GitHub does for a dispatch on main. */
  Act.Run perform(String head) throws IOException, InterruptedException {
    return perform("loomwatch.yml", head);
  }

  /** The same for the workflow of another service. */
  Act.Run perform(String workflow, String head) throws IOException, InterruptedException {
    return act.run(
        workflow,
        "workflow_dispatch",
        """
        {"ref": "refs/heads/main",
         "repository": {"full_name": "acme/shop", "name": "shop", "default_branch": "main"},
         "workflow": ".github/workflows/%s", "inputs": {"pull": "7", "head": "%s"}}
        """
            .formatted(workflow, head));
  }

  Act.Run send(String event, String payload) throws IOException, InterruptedException {
    return act.run("loomwatch.yml", event, payload);
  }

  Act.Run send(String workflow, String event, String payload)
      throws IOException, InterruptedException {
    return act.run(workflow, event, payload);
  }

  List<String> files() throws IOException, InterruptedException {
    return world.tell(world.work(), "git", "ls-files").lines().toList();
  }
}
