package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workflows run by act, each test in a repository of its own, on a fake GitHub. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OnFakeGitHub {
  /**
   * What names and texts of others try to run. act removes the checkout of a job that ended well,
   * so the file is made where it stays.
   */
  static final String TOUCH = "touch $LOOMWATCH_TEST_ARTIFACTS/pwned";

  static final String HEAD = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path directory;
  World world;
  FakeGitHub github;
  Act act;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
    github = new FakeGitHub(directory);
    act = new Act(world, github);
  }

  /** Whether one of them did. */
  @AfterEach
  void nothingOfOthersRan() throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.endsWith("pwned"))).isEmpty();
    }
  }

  /** Has GitHub know pull request 7, and where its base stood when it was pushed to last. */
  FakeGitHub pull(String head, String frozen, String into) {
    return github.on(
        "GET /repos/acme/shop/pulls/7",
        """
        {"number": 7, "state": "open", "head": {"sha": "%s"},
         "base": {"sha": "%s", "ref": "%s"}}
        """
            .formatted(head, frozen, into));
  }

  /** Lets a webhook be notified, which is where the fake GitHub is. */
  void webhook() throws Exception {
    webhook("");
  }

  /** The same for the service in that folder, whose name ends in a slash. */
  void webhook(String folder) throws Exception {
    github.on("POST /hook", "{}");
    act.secret(
        "LOOMWATCH_NOTIFY",
        "HOOK_URL=%s/hook\nHOOK_SECRET=hush".formatted(github.environment().get("GITHUB_API_URL")));
    world.write(
        folder + "notify.yaml",
        "schema: 1\nnotify: [{webhook: {url: HOOK_URL, secret: HOOK_SECRET}}]\n");
    world.commit("notify a webhook");
  }

  /** What the webhook received, as event and title. */
  List<String> received() {
    return github.changes().stream()
        .filter(request -> request.line().equals("POST /hook"))
        .map(request ->
            request.body().path("event").asText() + " " + request.body().path("title").asText())
        .toList();
  }

  /** Has GitHub know what lies between two commits, and where they parted. */
  FakeGitHub compared(String from, String to, String merged, String file) {
    return github.on(
        "GET /repos/acme/shop/compare/%s...%s".formatted(from, to),
        "{\"merge_base_commit\": {\"sha\": \"%s\"}, \"files\": [{\"filename\": \"%s\"}]}"
            .formatted(merged, file));
  }

  /** Runs perf.yml, as asked for by hand. */
  Act.Run perform(String head) throws Exception {
    return act.run(
        "perf.yml",
        "workflow_dispatch",
        """
        {"repository": {"full_name": "acme/shop", "default_branch": "main"},
         "inputs": {"pull": "7", "head": "%s", "profile": "quick"}}
        """
            .formatted(head));
  }

  @AfterEach
  void close() throws Exception {
    github.close();
  }

  /** What GitHub does when ada, who has that permission, comments on pull request 7. */
  Act.Run comment(String permission, String body) throws Exception {
    github.on(
        "GET /repos/acme/shop/collaborators/ada/permission",
        "{\"permission\": \"" + permission + "\"}");
    return act.run(
        "perf-comment.yml",
        "issue_comment",
        """
        {"action": "created", "repository": {"full_name": "acme/shop", "default_branch": "main"},
         "issue": {"number": 7, "pull_request": {"url": "https://api.github.com/x"}},
         "comment": {"id": 99, "body": %s, "user": {"login": "ada"}}}
        """
            .formatted(new ObjectMapper().writeValueAsString(body)));
  }
}
