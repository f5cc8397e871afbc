package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One repository with two services: one at its root, one in a folder, a workflow for each. */
class SeveralServicesTest extends OnFakeGitHub {
  private static final String CART = "loomwatch-services-cart.yml";
  private static final String REPOSITORY =
      "{\"full_name\": \"acme/shop\", \"name\": \"shop\", \"default_branch\": \"main\"}";

  private Team team;

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    team = new Team(world, act);
    team.alsoIn("services/cart");
    for (String folder : new String[] {"", "services/cart/"}) {
      world.write(folder + "loomwatch.yaml", ServiceTest.SERVICE.replace("  name: shop\n", ""));
      world.write(folder + "thresholds.yaml", ServiceTest.LIMITS);
    }
    world.write("cost", "1\n");
    team.push();
  }

  @Test
  void pullRequest_ofABranch_asksEachServicesOwnWorkflow() throws Exception {
    String dispatch = "POST /repos/acme/shop/actions/workflows/" + CART + "/dispatches";
    github.on(dispatch, "").on("GET /repos/acme/shop/contents/.github/workflows/" + CART, "{}");

    Act.Run run =
        team.send(
            CART,
            "pull_request",
            """
            {"action": "synchronize", "repository": %s,
             "pull_request": {"number": 7, "head": {"sha": "%s", "repo": {"full_name": "acme/shop"}},
               "base": {"ref": "main"}}}
            """
                .formatted(REPOSITORY, world.head()));

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).extracting(FakeGitHub.Request::line).containsExactly(dispatch);
  }

  @Test
  void performance_ofEachService_isACheckOfItsOwn() throws Exception {
    String base = world.head();
    String head = world.pullRequest(7, "cost", "1.2\n");
    pull(head, base, "main");
    compared("main", head, base, "cost")
        .on("GET /repos/acme/shop/contents/loomwatch.yaml", "{}")
        .on("GET /repos/acme/shop/contents/services/cart/loomwatch.yaml", "{}")
        .remembering(head);

    Act.Run root = team.perform(head);
    world.forgetArtifacts();
    Act.Run cart = team.perform(CART, head);

    assertThat(root.failed()).as(root.said()).isEmpty();
    assertThat(cart.failed()).as(cart.said()).isEmpty();
    assertThat(github.remembered().path("checks").findValuesAsText("name"))
        .containsExactly("Loomwatch", "Loomwatch (services/cart)");
    assertThat(github.remembered().path("comments").findValuesAsText("body"))
        .satisfiesExactly(
            of -> assertThat(of).startsWith("<!-- loomwatch:comment -->\n### Loomwatch: "),
            of ->
                assertThat(of)
                    .startsWith(
                        "<!-- loomwatch:comment of services/cart -->\n"
                            + "### Loomwatch: services/cart: "));
  }

  /** It is measured by the files of its own folder; that of the root did not regress. */
  @Test
  void fix_ofOneService_isMeasuredForThatOne() throws Exception {
    String base = world.head();
    String head = world.pullRequest(7, "cost", "1.2\n");
    world.tell(world.work(), "git", "checkout", "--quiet", "--detach", head);
    String fix = world.costing("1");
    world.tell(world.work(), "git", "push", "--quiet", "origin", "HEAD:refs/heads/faster");
    world.tell(world.work(), "git", "checkout", "--quiet", "main");
    String api = "GET /repos/acme/shop/";
    pull(head, base, "main");
    compared("main", head, base, "cost")
        .on(api + "contents/services/cart/loomwatch.yaml", "{}")
        .remembering(head);
    Act.Run measured = team.perform(CART, head);
    github
        .on(api + "collaborators/ada/permission", "{\"permission\": \"write\"}")
        .on(api + "git/ref/heads/faster", "{\"object\": {\"sha\": \"%s\"}}".formatted(fix))
        .on(api + "compare/%s...%s".formatted(head, fix), "{\"status\": \"ahead\"}")
        .on(
            api + "actions/artifacts",
            """
            {"artifacts": [{"expired": false, "workflow_run": {"id": 4, "head_branch": "main",
              "repository_id": 5, "head_repository_id": 5}}]}
            """)
        .on(api + "actions/runs/4", "{\"path\": \".github/workflows/%s\"}".formatted(CART))
        .on("POST /repos/acme/shop/issues/comments/99/reactions", "{}");
    String comment =
        """
        {"action": "created", "repository": %s, "issue": {"number": 7, "pull_request": {}},
         "comment": {"id": 99, "body": "/perf fix faster", "user": {"login": "ada"}}}
        """
            .formatted(REPOSITORY);
    github.check(head, "success");

    Act.Run root = team.send("issue_comment", comment);
    Act.Run cart = team.send(CART, "issue_comment", comment);

    assertThat(measured.failed()).as(measured.said()).isEmpty();
    assertThat(root.failed()).as(root.said()).containsExactly("Find the branch of the fix");
    assertThat(cart.failed()).as(cart.said()).isEmpty();
    assertThat(github.remembered().path("comments").findValuesAsText("body").getLast())
        .startsWith("**Fix `faster`**")
        .contains("The fix restores 100 % [");
  }

  @Test
  void main_ofEachService_hasItsOwnHistoryAndTheySharePages() throws Exception {
    String head = world.head();
    act.variable("LOOMWATCH_SITE", "https://acme.github.io/shop");
    github.on("GET /repos/acme/shop/pages", "{\"build_type\": \"workflow\"}").remembering(head);
    String pushed = "{\"ref\": \"refs/heads/main\", \"repository\": %s}".formatted(REPOSITORY);

    Act.Run cart = team.send(CART, "push", pushed);
    String withoutRoot = Files.readString(world.pages().site().resolve("index.html"));
    world.forgetArtifacts();
    Act.Run root = team.send("push", pushed);

    assertThat(root.failed()).as(root.said()).isEmpty();
    assertThat(cart.failed()).as(cart.said()).isEmpty();
    assertThat(withoutRoot)
        .contains("service/acme/shop/services/cart/loomwatch.yaml")
        .doesNotContain("service/acme/shop/./loomwatch.yaml");
    assertThat(world.pages().history()).containsExactly(head);
    assertThat(world.pages().history("services/cart")).containsExactly(head);
    assertThat(Files.readString(world.pages().site().resolve("index.html")).lines())
        .as("what the site was built with")
        .satisfiesExactly(
            line -> assertThat(line).contains("service/acme/shop/./loomwatch.yaml"),
            line ->
                assertThat(line)
                    .contains("service/acme/shop/services/cart/loomwatch.yaml")
                    .contains("--history out/pages/services/cart/history")
                    .endsWith("--url https://acme.github.io/shop/services/cart/"),
            line -> assertThat(line).contains("site --services --out out/site"));
  }

  /** As a team has it without a night: hosted machines cost minutes. */
  @Test
  void schedule_withoutNights_looksWhetherEachIsMeasured() throws Exception {
    world.commitOf(5);
    world.push();
    github
        .on("GET /repos/acme/shop/issues", "[]")
        .on("POST /repos/acme/shop/issues", "{\"number\": 6}");

    Act.Run run = team.send(CART, "schedule", "{}");

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes())
        .singleElement()
        .satisfies(alert ->
            assertThat(alert.body().path("title").asText())
                .isEqualTo("services/cart: Loomwatch has not measured main yet"));
  }

  /** Through two workflows that are called, with the file beside the service's. */
  @Test
  void schedule_webhookOfOneService_isToldOfThatOne() throws Exception {
    webhook("services/cart/");
    team.telling(CART);
    world.commit("hand over the secret");
    world.commitOf(5);
    world.push();
    github
        .on("GET /repos/acme/shop/issues", "[]")
        .on("POST /repos/acme/shop/issues", "{\"number\": 6}");

    Act.Run cart = team.send(CART, "schedule", "{}");
    Act.Run root = team.send("schedule", "{}");

    assertThat(cart.failed()).as(cart.said()).isEmpty();
    assertThat(root.failed()).as(root.said()).isEmpty();
    assertThat(received())
        .as(cart.said())
        .containsExactly("missing services/cart: Loomwatch has not measured main yet");
    assertThat(world.pages().files("services/cart/")).containsExactly("services/cart/notices.json");
  }

  @Test
  void night_ofAService_keepsItsCalibrationInItsFolder() throws Exception {
    act.variable("LOOMWATCH_NIGHT", "1h");
    github.on("GET /repos/acme/shop/issues", "[]");

    Act.Run run = team.send(CART, "schedule", "{}");

    assertThat(run.failed()).as(run.said()).isEmpty();
    assertThat(world.pages().files("services/cart/calibration/")).isNotEmpty();
    assertThat(run.said()).contains("One service with itself: regressed in 0 of ");
  }
}
