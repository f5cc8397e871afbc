package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.workflows.Workflow.Job;
import loomwatch.workflows.Workflow.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What docs/security.md says of the workflows, held. */
class TrustBoundaryTest {
  /** In full: a tag may have the branch's name. */
  private static final String DEFAULT_BRANCH =
      "format('refs/heads/{0}', github.event.repository.default_branch)";

  /** The commit of the workflow itself, which the calling repository pins. */
  private static final String OURS = "${{ inputs.service && job.workflow_sha || github.sha }}";

  /** Where a pull request branched off the default branch, as GitHub says. */
  private static final String MERGED = "${{ needs.gate.outputs.base }}";

  private static final String MERGED_BEFORE_FIX = "${{ needs.handle.outputs.base }}";

  private static final Job MEASURE = Workflow.of("measure.yml").job("measure");

  static Stream<Job> jobs() {
    return Workflow.all().stream().flatMap(workflow -> workflow.jobs().stream());
  }

  static Stream<Job> callsOfMeasure() {
    return jobs().filter(job -> job.text("uses").equals("./.github/workflows/measure.yml"));
  }

  @ParameterizedTest
  @CsvSource({
    "measure.yml, workflow_call",
    "record.yml, workflow_call",
    "pull-request.yml, pull_request merge_group",
    "merge-queue.yml, merge_group",
    "service.yml, workflow_call",
    "release.yml, push",
    "site.yml, workflow_call workflow_dispatch",
    "perf-comment.yml, issue_comment workflow_call",
    "perf.yml, workflow_dispatch workflow_call",
    "main.yml, push workflow_dispatch workflow_call",
    "night.yml, schedule workflow_dispatch workflow_call",
    "watchdog.yml, schedule workflow_dispatch workflow_call",
    "bump.yml, schedule workflow_dispatch"
  })
  void workflow_isStartedByNothingElse(String name, String events) {
    assertThat(Workflow.of(name).triggers().keySet()).isEqualTo(Set.of(events.split(" ")));
  }

  @Test
  void main_isMeasuredForItsOwnBranchOnly() {
    assertThat(Workflow.map(Workflow.of("main.yml").triggers().get("push")))
        .isEqualTo(Map.of("branches", List.of("main")));
  }

  @Test
  void pullRequest_isTestedWhateverItTouches() {
    assertThat(Workflow.of("pull-request.yml").triggers().toString())
        .as("a filter would leave a required check waiting for ever")
        .isEqualTo("{pull_request=null, merge_group=null}");
  }

  @Test
  void machine_isReachedByMeasureOnly() {
    assertThat(jobs().filter(job -> job.text("runs-on").contains("inputs.")))
        .extracting(Job::toString)
        .containsExactly("measure.yml/measure");
    assertThat(MEASURE.text("if"))
        .isEqualTo("${{ inputs.first || !startsWith(github.event_name, 'pull_request') }}");
    assertThat(MEASURE.text("runs-on"))
        .isEqualTo("${{ inputs.first && 'ubuntu-24.04' || inputs.runner }}");
  }

  @Test
  void measuring_mayReadContentsOnly() {
    assertThat(MEASURE.part("permissions")).isEqualTo(Map.of("contents", "read"));
    assertThat(MEASURE.toString() + MEASURE.content())
        .doesNotContain("token")
        .doesNotContain("vars.");
  }

  /** The one token there is reads a release, before the change is checked out. */
  @Test
  void measuring_hasATokenForTheReleaseOnly() {
    assertThat(
            Workflow.stepsOf(Repository.ACTIONS.resolve("loomwatch/action.yml")).stream()
                .filter(step -> step.content().toString().contains("github.token")))
        .extracting(step -> step.text("name"))
        .containsExactly("Take the release of this commit");
    assertThat(MEASURE.steps())
        .extracting(step -> step.text("name"))
        .containsSubsequence("Make Loomwatch ready", "Check out head", "Measure head against base");
  }

  @ParameterizedTest
  @MethodSource("callsOfMeasure")
  void measuring_isDoneWithTheRulerOfTheDefaultBranch(Job job) {
    // Each commit of main by its own; they were reviewed when they were merged.
    String loomwatch =
        job.toString().equals("main.yml/measure") ? "${{ matrix.commit }}" : "${{ github.sha }}";
    assertThat(job.part("with")).containsEntry("loomwatch", loomwatch);
    assertThat(job.part("permissions")).isEqualTo(Map.of("contents", "read"));
    assertThat(job.content()).doesNotContainKey("secrets");
  }

  @Test
  void main_measuresFirstParentsOfItsOwnCommitOnly() {
    Workflow main = Workflow.of("main.yml");

    assertThat(main.job("measure").part("strategy").toString())
        .contains("matrix={commit=${{ fromJSON(needs.pending.outputs.commits) }}}");
    assertThat(main.job("pending").part("outputs"))
        .isEqualTo(Map.of("commits", "${{ steps.pending.outputs.commits }}"));
    assertThat(main.job("pending").part("permissions")).isEqualTo(Map.of("contents", "read"));
  }

  @Test
  void measuring_isAskedForByFourWorkflows() {
    assertThat(callsOfMeasure())
        .extracting(Job::toString)
        .containsExactlyInAnyOrder(
            "main.yml/measure",
            "main.yml/confirm",
            "night.yml/measure",
            "night.yml/prove",
            "perf-comment.yml/measure",
            "perf.yml/measure");
  }

  static Stream<Step> stepsOutsideMeasure() {
    return Repository.definitions().stream()
        .filter(file -> !file.endsWith("measure.yml"))
        .flatMap(file -> Workflow.stepsOf(file).stream());
  }

  /** Whoever may write may not build, nor check out, what has not been reviewed. */
  @ParameterizedTest
  @MethodSource("stepsOutsideMeasure")
  void step_outsideMeasure_neverChecksOutTheHead(Step step) {
    if (step.text("uses").startsWith("actions/checkout@")) {
      assertThat(step.with().getOrDefault("ref", "gh-pages"))
          .isIn("gh-pages", OURS, MERGED, MERGED_BEFORE_FIX);
    }
  }

  /** Of a team's service: everything else of a pull request is read from GitHub, or is a record. */
  @Test
  void performance_ofAService_isMeasuredAndJudgedByTheFilesOfItsBase() {
    assertThat(checkoutsOfService(Workflow.of("perf.yml").job("report"))).containsExactly(MERGED);
    assertThat(checkoutsOfService(MEASURE))
        .containsExactly("${{ inputs.base || inputs.loomwatch }}");
    assertThat(Workflow.of("perf.yml").job("measure").part("with")).containsEntry("base", MERGED);
  }

  /** A trial means nothing; what is asked for, the machine is told and its record has to be of. */
  @Test
  void performance_ofAProfile_isJudgedAsWhatWasAsked() {
    Workflow perf = Workflow.of("perf.yml");
    Object asked =
        Workflow.map(Workflow.map(perf.triggers().get("workflow_dispatch")).get("inputs"))
            .get("profile");

    assertThat(Workflow.map(asked))
        .containsEntry("type", "choice")
        .containsEntry("options", List.of("quick", "smoke"));
    String frozen = "${{ needs.gate.outputs.profile }}";
    assertThat(perf.job("measure").part("with")).containsEntry("profile", frozen);
    assertThat(perf.job("report").part("env")).containsEntry("PROFILE", frozen);
    assertThat(perf.job("report").steps())
        .filteredOn(step -> step.text("run").contains("--base") || step.with().containsKey("base"))
        .hasSize(3)
        .allMatch(step ->
            step.text("run").contains("--profile \"$PROFILE\"")
                || frozen.equals(step.with().get("profile")));
    assertThat(perf.job("report").steps())
        .filteredOn(step -> step.text("uses").endsWith("/judge"))
        .singleElement()
        .satisfies(judge ->
            assertThat(judge.with())
                .containsEntry("sha", "${{ inputs.head }}")
                .containsEntry("base", MERGED));
    assertThat(Workflow.shellOf(Repository.ACTIONS.resolve("judge/action.yml"), "Judge it"))
        .contains(" --sha \"$SHA\" --base \"$BASE\" --profile \"$PROFILE\" ");
  }

  private static List<Object> checkoutsOfService(Job job) {
    return job.steps().stream()
        .filter(step -> step.with().getOrDefault("path", "").equals("${{ inputs.service }}"))
        .map(step -> step.with().get("ref"))
        .toList();
  }

  /** A pull request's own workflow can only ask; what judges runs on the default branch. */
  @Test
  void service_ofAnEvent_doesWhatThatEventMay() {
    Workflow service = Workflow.of("service.yml");

    assertThat(service.job("ask").text("if"))
        .startsWith("github.event_name == 'pull_request' && ")
        .contains("github.event.pull_request.head.repo.full_name == github.repository");
    assertThat(service.job("first").needs()).containsExactly("ask");
    assertThat(service.job("queue").text("if")).isEqualTo("github.event_name == 'merge_group'");
    assertThat(service.job("command").text("if")).isEqualTo("github.event_name == 'issue_comment'");
    assertThat(service.job("performance").text("if"))
        .isEqualTo("github.event_name == 'workflow_dispatch' && github.event.inputs.pull != ''");
    assertThat(service.job("main").text("if"))
        .startsWith("github.ref == " + DEFAULT_BRANCH + " && (github.event_name == 'push' ");
  }

  /** Whoever may push a tag may not release what nobody has reviewed, nor run it with a token. */
  @Test
  void release_ofATag_isPackedWithoutATokenAndPublishedWithoutCode() {
    Workflow release = Workflow.of("release.yml");

    assertThat(release.job("pack").part("permissions")).isEqualTo(Map.of("contents", "read"));
    assertThat(release.job("publish").steps())
        .noneMatch(step -> step.text("uses").contains("checkout"))
        .noneMatch(step -> step.text("run").contains("loomwatch/loomwatch"));
  }

  /** An unreviewed branch's code gets no token that writes, unless somebody edits the branch so. */
  @ParameterizedTest
  @MethodSource("jobsByHand")
  void dispatch_onAnotherBranchThanTheDefault_startsNothing(Job job) {
    String condition = job.text("if").replaceFirst("^vars.LOOMWATCH_BUMPS != 'off' && ", "");

    assertThat(condition.replaceFirst("^\\((.*)\\)$", "$1"))
        .isEqualTo(
            "github.event_name != 'workflow_dispatch'" + " || github.ref == " + DEFAULT_BRANCH);
  }

  /** Those that wait for no other; perf.yml is looked at below. */
  static Stream<Job> jobsByHand() {
    return Workflow.all().stream()
        .filter(workflow -> workflow.triggers().containsKey("workflow_dispatch"))
        .filter(workflow -> !workflow.name().equals("perf.yml"))
        .flatMap(workflow -> workflow.jobs().stream())
        .filter(job -> job.needs().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void token_isGivenToTheStepsThatNeedIt(Job job) {
    assertThat(job.part("env").toString()).doesNotContain("github.token");
  }

  /** The first ./loomwatch of a checkout builds it, with plugins of which none needs the token. */
  @ParameterizedTest
  @MethodSource("jobs")
  void building_isDoneBeforeAStepHoldsTheToken(Job job) {
    assertThat(Workflow.of(job.workflow()).part("env").toString()).doesNotContain("github.token");
    if (job.steps().stream().anyMatch(TrustBoundaryTest::builds)) {
      assertThat(
              job.steps().stream()
                  .takeWhile(step -> !builds(step))
                  .filter(step -> step.text("env").contains("github.token")))
          .isEmpty();
      assertThat(job.steps().stream().filter(TrustBoundaryTest::builds).findFirst())
          .hasValueSatisfying(step -> assertThat(step.text("env")).doesNotContain("github.token"));
    }
  }

  /** Those actions run Loomwatch, and are given no token. */
  private static boolean builds(Step step) {
    return step.text("run").contains("./loomwatch ")
        || step.text("run").contains("mvn ")
        || step.text("uses").matches("\\./\\.github/actions/(judge|loomwatch)");
  }

  /** A tag of that name comes first in git's eyes, and whoever may push may push one. */
  @ParameterizedTest
  @MethodSource("steps")
  void pages_areReadFromTheBranch(Step step) {
    assertThat(step.text("run")).doesNotContainPattern("(?<!refs/remotes/)origin/gh-pages");
  }

  static Stream<Step> steps() {
    return Repository.definitions().stream().flatMap(file -> Workflow.stepsOf(file).stream());
  }

  @Test
  void pullRequest_ofAFork_cannotAsk() {
    assertThat(Workflow.of("pull-request.yml").job("ask").text("if"))
        .contains("github.event.pull_request.head.repo.full_name == github.repository");
  }

  @Test
  void performance_ofAnotherBranchThanTheDefault_isRefused() {
    Workflow perf = Workflow.of("perf.yml");

    assertThat(perf.job("gate").text("if"))
        .isEqualTo("inputs.first || github.ref == " + DEFAULT_BRANCH);
    assertThat(Workflow.map(perf.triggers().get("workflow_dispatch")).toString())
        .doesNotContain("first");
    assertThat(perf.job("measure").needs()).containsExactly("gate");
  }
}
