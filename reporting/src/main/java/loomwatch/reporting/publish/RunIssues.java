package loomwatch.reporting.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.publish.Issue.IssueText;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Text;
import loomwatch.results.Variant;
import loomwatch.results.files.Sha256;

/**
 * What a run opens and closes issues about.
 *
 * <p>A comparison is about one change, that from its base to its head: one issue with all its
 * metrics, found again by the two variants. A run of head alone is about the limits it breaks: one
 * issue for each scenario, found again by the scenario's name, so that a limit that stays broken
 * for a week of commits is one issue. Where the run cannot tell, an issue stays as it is.
 */
public final class RunIssues {
  private static final int MOST_NAMED = 2;

  private RunIssues() {}

  /** In the order of reports. */
  public static List<Issue> of(JudgedRun run) {
    Verdict.Compared compared = run.verdict().comparison();
    if (compared == null) {
      return ofLimits(run);
    }
    return compared.sameService() ? List.of() : ofChange(run).stream().toList();
  }

  private static Optional<Issue> ofChange(JudgedRun run) {
    Outcome whole = run.verdict().verdict();
    List<MetricVerdict> worse =
        run.verdict().metrics().stream().filter(RunIssues::changedForTheWorse).toList();
    boolean returned = whole == Outcome.PASS || whole == Outcome.IMPROVED;
    boolean broken = whole == Outcome.REGRESSED && !worse.isEmpty();
    if (!returned && !broken) {
      return Optional.empty();
    }
    Issue.State state = returned ? Issue.State.RETURNED : Issue.State.BROKEN;
    String key = "change/" + variants(run);
    String title = "Regression: " + (returned ? "not confirmed" : names(worse));
    return Optional.of(text(run, state, findings(worse)).of(key, state, title));
  }

  private static boolean changedForTheWorse(MetricVerdict line) {
    return found(line)
        .filter(found -> found.gate() && found.verdict() == Outcome.REGRESSED)
        .isPresent();
  }

  /** Of both variants as they were, whatever they were called. */
  private static String variants(JudgedRun run) {
    return run.record().variants().values().stream()
        .map(Variant::toString)
        .collect(Collectors.collectingAndThen(Collectors.joining("\n"), Sha256::of))
        .replace("sha256:", "")
        .substring(0, 16);
  }

  private static List<Issue> ofLimits(JudgedRun run) {
    Map<String, List<MetricVerdict>> byScenario = new LinkedHashMap<>();
    run.verdict().metrics().stream()
        .filter(line -> line.gate() && line.verdict() != null)
        .forEach(line ->
            byScenario.computeIfAbsent(line.scenario(), key -> new ArrayList<>()).add(line));
    return byScenario.entrySet().stream()
        .map(entry -> ofLimits(run, entry.getKey(), entry.getValue()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Issue> ofLimits(
      JudgedRun run, String scenario, List<MetricVerdict> gating) {
    List<MetricVerdict> broken =
        gating.stream().filter(line -> line.verdict() == Outcome.REGRESSED).toList();
    boolean holds =
        gating.stream()
            .map(MetricVerdict::verdict)
            .allMatch(verdict -> verdict == Outcome.PASS || verdict == Outcome.IMPROVED);
    if (broken.isEmpty() && !holds) {
      return Optional.empty();
    }
    Issue.State state = holds ? Issue.State.RETURNED : Issue.State.BROKEN;
    String title = scenario + (holds ? ": limits hold" : ": limit broken: " + names(broken));
    return Optional.of(
        text(run, state, findings(holds ? gating : broken)).of("limit/" + scenario, state, title));
  }

  private static IssueText text(JudgedRun run, Issue.State state, List<String> findings) {
    Report report = new Report(run.verdict(), run.record());
    return new IssueText(
        lead(run, state),
        findings,
        state == Issue.State.BROKEN ? CauseSentences.of(run.verdict()) : List.of(),
        report.mark() + ": the whole report",
        report::markdown);
  }

  private static Text lead(JudgedRun run, Issue.State state) {
    String what =
        switch (state) {
          case BROKEN -> "So";
          case RETURNED -> "The level has returned";
          case ACCEPTED -> "Accepted as it is";
        };
    return Text.strong(
        "%s at commit %s (Tomcat %s, JDK %s, record %s)."
            .formatted(
                what,
                Clipped.to(40, run.head().revision()),
                Clipped.to(30, run.head().tomcat()),
                Clipped.to(30, run.head().jdk()),
                run.record().id()));
  }

  private static List<String> findings(List<MetricVerdict> lines) {
    return lines.stream().map(line -> name(line) + ": " + reason(line)).toList();
  }

  private static String reason(MetricVerdict line) {
    return found(line).map(LimitResult::reason).orElseGet(line::reason);
  }

  private static Optional<LimitResult> found(MetricVerdict line) {
    return line.change().flatMap(Change::found);
  }

  private static String names(List<MetricVerdict> lines) {
    String first =
        lines.stream().limit(MOST_NAMED).map(RunIssues::name).collect(Collectors.joining(", "));
    return lines.size() > MOST_NAMED
        ? first + " and " + (lines.size() - MOST_NAMED) + " more"
        : first;
  }

  private static String name(MetricVerdict line) {
    return line.scenario() + " " + line.mode().label() + " " + line.metric().label();
  }
}
