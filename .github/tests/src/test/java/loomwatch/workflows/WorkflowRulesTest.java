package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.workflows.Workflow.Job;
import loomwatch.workflows.Workflow.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every workflow keeps to, read from its YAML: act heeds hardly any of it. */
class WorkflowRulesTest {
  private static final Pattern PINNED =
      Pattern.compile("uses: [\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");
  private static final int MOST_LINES_OF_SHELL = 10;

  /** Each service of several waits for itself only. */
  private static final String OF_FOLDER = "${{ inputs.folder && format('-{0}', inputs.folder) }}";

  static final List<Workflow> WORKFLOWS = Workflow.all();
  static final List<Path> DEFINITIONS = Repository.definitions();

  static Stream<Job> jobs() {
    return WORKFLOWS.stream().flatMap(workflow -> workflow.jobs().stream());
  }

  static Stream<Step> steps() {
    return DEFINITIONS.stream().flatMap(file -> Workflow.stepsOf(file).stream());
  }

  static Stream<Step> stepsOfAll() {
    return Stream.concat(
        steps(), Repository.own().stream().flatMap(own -> Workflow.stepsOf(own).stream()));
  }

  @ParameterizedTest
  @FieldSource("WORKFLOWS")
  void workflow_grantsNothingOfItself(Workflow workflow) {
    assertThat(workflow.content()).containsEntry("permissions", Map.of());
  }

  /** Whoever changes a line here changes docs/security.md as well. */
  @Test
  void jobs_mayDoThisAndTakeSoManyMinutes() {
    assertThat(
            jobs()
                .map(job ->
                    "%s %s %s"
                        .formatted(
                            job,
                            new TreeMap<>(job.part("permissions")),
                            job.calls() ? "-" : job.content().get("timeout-minutes"))))
        .containsExactlyInAnyOrder(
            "bump.yml/tomcat {actions=write, contents=write, pull-requests=write} 15",
            "bump.yml/jdk {actions=write, contents=write, pull-requests=write} 15",
            "main.yml/pending {contents=read} 15",
            "main.yml/measure {contents=read} -",
            "main.yml/record {checks=write, contents=write, issues=write, pull-requests=read} -",
            "main.yml/chart {contents=write} 15",
            "main.yml/confirm {contents=read} -",
            "main.yml/site {contents=read, id-token=write, pages=write} -",
            "main.yml/confirmed {checks=write, contents=write, issues=write, pull-requests=read} -",
            "main.yml/verdict {} 5",
            "measure.yml/measure {contents=read} ${{ inputs.minutes }}",
            "merge-queue.yml/loomwatch {} 5",
            "night.yml/measure {contents=read} -",
            "night.yml/keep {contents=write} 20",
            "night.yml/ask {contents=read} 15",
            "night.yml/prove {contents=read} -",
            "night.yml/proven {checks=write, contents=write, issues=write, pull-requests=read} -",
            "night.yml/site {contents=read, id-token=write, pages=write} -",
            "perf-comment.yml/handle {actions=write, checks=write, contents=read, pull-requests=write} 5",
            "perf-comment.yml/measure {contents=read} -",
            "perf-comment.yml/report {actions=read, contents=read, pull-requests=write} 15",
            "perf.yml/gate {actions=read, checks=write, contents=read, pull-requests=read} 5",
            "perf.yml/measure {contents=read} -",
            "perf.yml/report {checks=write, contents=read, pull-requests=write} 15",
            "perf.yml/unmeasured {checks=write, contents=read} 15",
            "perf.yml/superseded {checks=write} 5",
            "pull-request.yml/test {contents=read} 20",
            "pull-request.yml/container {contents=read} 20",
            "pull-request.yml/ask {actions=write} 5",
            "pull-request.yml/all-passed {} 5",
            "record.yml/record {checks=write, contents=write, issues=write, pull-requests=read} 20",
            "release.yml/pack {contents=read} 60",
            "release.yml/publish {attestations=write, contents=write, id-token=write} 10",
            "service.yml/ask {actions=write, contents=read} 5",
            "service.yml/queue {checks=write} 5",
            "service.yml/first {actions=read, checks=write, contents=read, pull-requests=write} -",
            "service.yml/command {actions=write, checks=write, contents=read, pull-requests=write} -",
            "service.yml/performance {actions=read, checks=write, contents=read, pull-requests=write} -",
            "service.yml/night {checks=write, contents=write, id-token=write, issues=write,"
                + " pages=write, pull-requests=read} -",
            "service.yml/watchdog {contents=write, issues=write} -",
            "service.yml/main {checks=write, contents=write, id-token=write, issues=write,"
                + " pages=write, pull-requests=read} -",
            "site.yml/look {pages=read} 5",
            "site.yml/build {contents=read} 30",
            "site.yml/deploy {id-token=write, pages=write} 15",
            "watchdog.yml/watch {contents=read, issues=write} 5",
            "watchdog.yml/notify {contents=write} 15");
  }

  /**
   * Where history is written, one run waits for the other; a newer head supersedes an older. In a
   * team's repository none of its own groups is called so.
   */
  @Test
  void workflows_thatAreStarted_waitOrSupersede() {
    assertThat(
            WORKFLOWS.stream()
                .map(workflow ->
                    workflow.name() + " " + new TreeMap<>(workflow.part("concurrency"))))
        .containsExactlyInAnyOrder(
            "bump.yml {cancel-in-progress=false, group=loomwatch-bump}",
            "main.yml {cancel-in-progress=false, group=loomwatch-main" + OF_FOLDER + "}",
            "measure.yml {}",
            "merge-queue.yml {cancel-in-progress=true,"
                + " group=loomwatch-merge-queue-${{ github.ref }}}",
            "night.yml {cancel-in-progress=false, group=loomwatch-night" + OF_FOLDER + "}",
            "perf-comment.yml {cancel-in-progress=false,"
                + " group=loomwatch-perf-comment-${{ github.event.comment.id }}"
                + OF_FOLDER
                + "}",
            "perf.yml {}",
            "pull-request.yml {cancel-in-progress=true,"
                + " group=loomwatch-pull-request-"
                + "${{ github.event.pull_request.number || github.ref }}}",
            "record.yml {}",
            "release.yml {cancel-in-progress=false, group=loomwatch-release-${{ github.ref }}}",
            "service.yml {}",
            "site.yml {cancel-in-progress=false, group=loomwatch-site}",
            "watchdog.yml {cancel-in-progress=false, group=loomwatch-watchdog" + OF_FOLDER + "}");
  }

  /** One that the gate refuses, as anybody's may be, ends nothing. */
  @Test
  void performance_ofANewerHead_supersedesOnceTheGateHasLooked() {
    Job measure = Workflow.of("perf.yml").job("measure");

    assertThat(measure.needs()).containsExactly("gate");
    assertThat(measure.part("concurrency"))
        .isEqualTo(
            Map.of(
                "group",
                "loomwatch-perf-${{ inputs.pull }}" + OF_FOLDER,
                "cancel-in-progress",
                true));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void job_exceptMeasure_runsOnAPinnedHostedImage(Job job) {
    if (!job.calls() && !job.toString().equals("measure.yml/measure")) {
      assertThat(job.text("runs-on")).isEqualTo("ubuntu-24.04");
    }
  }

  @ParameterizedTest
  @FieldSource("DEFINITIONS")
  void use_ofAnotherRepository_isPinnedByCommitAndNamesItsVersion(Path definition) {
    List<String> others =
        Repository.text(definition)
            .lines()
            .map(line -> line.strip().replaceFirst("^- ", ""))
            .filter(line -> line.startsWith("uses: ") && !line.startsWith("uses: ./"))
            .toList();

    assertThat(others).allMatch(PINNED.asMatchPredicate());
  }

  @Test
  void container_ofAPullRequest_isTestedOnEachJdkPinnedByDigest() {
    List<String> pins =
        Repository.text(Repository.ROOT.resolve("container/jdks"))
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toList();

    assertThat(pins)
        .allMatch(
            pin -> pin.matches("eclipse-temurin:\\d\\d[.\\d]*_\\d+-jdk-noble@sha256:[0-9a-f]{64}"))
        .map(pin -> pin.replaceAll("^eclipse-temurin:|\\..*", ""))
        .containsExactly("21", "25");
    for (String file : List.of("container/Dockerfile", "container/loomwatch.Dockerfile")) {
      assertThat(Repository.text(Repository.ROOT.resolve(file)))
          .contains("ARG JDK=" + pins.getLast() + "\n");
    }
    assertThat(Workflow.of("pull-request.yml").job("container").part("strategy").toString())
        .contains("matrix={jdk=[21, 25]}");
    assertThat(Workflow.of("bump.yml").job("jdk").part("strategy").toString())
        .contains("matrix={feature=[21, 25]}");
  }

  @Test
  void actions_fromElsewhere_areOneVersionEach() {
    Map<String, List<String>> versions =
        steps()
            .map(step -> step.text("uses"))
            .filter(uses -> uses.contains("@"))
            .distinct()
            .collect(java.util.stream.Collectors.groupingBy(uses -> uses.replaceFirst("@.*", "")));

    assertThat(versions)
        .containsOnlyKeys(
            "actions/attest-build-provenance",
            "actions/checkout",
            "actions/deploy-pages",
            "actions/download-artifact",
            "actions/upload-artifact",
            "actions/upload-pages-artifact",
            "benchmark-action/github-action-benchmark")
        .allSatisfy((action, uses) -> assertThat(uses).hasSize(1));
  }

  /** A pull request could fill one for main, also through a workflow of the team's own. */
  @ParameterizedTest
  @MethodSource("stepsOfAll")
  void step_usesNoCache(Step step) {
    assertThat(step.text("uses")).doesNotContain("cache");
    assertThat(step.with().keySet()).noneMatch(input -> input.contains("cache"));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void step_isNamed(Step step) {
    assertThat(step.text("name")).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void shell_isShortAndHoldsNoExpression(Step step) {
    assertThat(step.text("run"))
        .as("%s: expressions reach a shell through env: only", step)
        .doesNotContain("${{");
    assertThat(step.text("run").lines()).hasSizeLessThanOrEqualTo(MOST_LINES_OF_SHELL);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void checkout_leavesNoTokenBehind(Step step) {
    if (step.text("uses").startsWith("actions/checkout@")) {
      assertThat(step.with()).containsEntry("persist-credentials", false);
    }
  }

  /** The one there is notifies chats, where nothing of a pull request is. */
  @ParameterizedTest
  @FieldSource("WORKFLOWS")
  void workflow_ofSecrets_holdsThatOfChatsAlone(Workflow workflow) {
    String others =
        Repository.text(workflow.file())
            .replace("${{ secrets.LOOMWATCH_NOTIFY }}", "")
            .replaceAll("(?m)^    secrets:\\n      LOOMWATCH_NOTIFY: *(# .*)?$", "");

    assertThat(others).doesNotContain("secrets");
  }

  @Test
  void secret_ofChats_isSeenByTheStepsThatTellThem() {
    assertThat(steps().filter(step -> step.content().toString().contains("secrets.")))
        .extracting(Step::toString)
        .containsExactlyInAnyOrder(
            "record.yml/record: Notify chats and webhooks",
            "watchdog.yml/notify: Notify chats and webhooks");
    assertThat(jobs().filter(job -> job.content().containsKey("secrets")))
        .extracting(Job::toString)
        .containsExactlyInAnyOrder(
            "main.yml/record",
            "main.yml/confirmed",
            "night.yml/proven",
            "service.yml/main",
            "service.yml/night",
            "service.yml/watchdog");
  }

  @Test
  void allPassed_needsEveryOtherJob() {
    Workflow pullRequest = Workflow.of("pull-request.yml");
    List<String> others =
        pullRequest.jobs().stream().map(Job::id).filter(id -> !id.equals("all-passed")).toList();

    Job allPassed = pullRequest.job("all-passed");

    assertThat(allPassed.needs()).containsExactlyInAnyOrderElementsOf(others);
    assertThat(allPassed.text("if")).isEqualTo("always()");
    assertThat(Workflow.map(allPassed.steps().getFirst().content().get("env")).values())
        .containsExactlyInAnyOrderElementsOf(
            others.stream().map(id -> (Object) "${{ needs.%s.result }}".formatted(id)).toList());
  }
}
