package loomwatch.reporting.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Text;
import loomwatch.results.Variant;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * A GitHub issue about one change, of which chats get a short form.
 *
 * @param key identifies the change in all runs; lower case letters, digits, dots, slashes and
 *     hyphens
 * @param state whether somebody should act
 * @param body Markdown that begins with the hidden marker
 * @param lines what the body says, for chats: plain text, not yet escaped
 * @param link address of more about it, or null
 */
public record Issue(
    String key, State state, String title, String body, List<String> lines, @Nullable String link) {
  /** The known state of a change. An undecided change has no issue. */
  public enum State {
    /** The change is there, and somebody should act. */
    BROKEN,
    /** The level has returned, so an open issue can be closed. */
    RETURNED,
    /** The change is there and accepted in a reviewed file, so an open issue can be closed. */
    ACCEPTED
  }

  private static final int MOST_NAMED = 2;

  public Issue {
    if (!key.matches(ServiceFolder.KEY)) {
      throw new IllegalArgumentException(
          "key must be 1 to 151 lower case letters, digits, dots, slashes and hyphens, was "
              + Clipped.quoted(key));
    }
    lines = List.copyOf(lines);
  }

  /** Creates an issue of which chats get the title alone. */
  public Issue(String key, State state, String title, String body) {
    this(key, state, title, body, List.of(), null);
  }

  /** Returns this issue for one of several services. */
  public Issue about(ServiceFolder service) {
    String marker = ServiceFolder.ROOT.issueMarker(key);
    return new Issue(
        key,
        state,
        service.prefix() + title,
        service.issueMarker(key) + body.substring(marker.length()),
        lines,
        link);
  }

  /**
   * Returns the issues that a run opens and closes, in the order of reports.
   *
   * <p>A comparison has one issue with all its metrics, identified by the two variants. A run of
   * head alone has one issue for each scenario, identified by its name, so that a limit that stays
   * broken for many commits is one issue. An inconclusive run leaves its issues as they are.
   */
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
        run.verdict().metrics().stream().filter(Issue::changedForTheWorse).toList();
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

  /** Returns a digest of the content of both variants, independent of how they were named. */
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
        Text.EMPTY,
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
        lines.stream().limit(MOST_NAMED).map(Issue::name).collect(Collectors.joining(", "));
    return lines.size() > MOST_NAMED
        ? first + " and " + (lines.size() - MOST_NAMED) + " more"
        : first;
  }

  private static String name(MetricVerdict line) {
    return line.scenario() + " " + line.mode().label() + " " + line.metric().label();
  }

  /**
   * The text of an issue.
   *
   * @param lead names the state, the commit and its runtime
   * @param more links to more about it, after the lead
   * @param findings one line each
   * @param causes one sentence each
   * @param fold title of the folded part
   * @param folded returns the folded part as Markdown of at most so many bytes
   */
  record IssueText(
      Text lead,
      Text more,
      List<String> findings,
      List<String> causes,
      String fold,
      IntFunction<String> folded) {
    /** In bytes; GitHub's limit is 65,536 characters, and all other parts take at most a fourth. */
    private static final int ROOM_OF_FOLDED = 48_000;

    private static final int MOST_FINDINGS = 12;
    private static final int LONGEST_TITLE = 120;
    private static final int LONGEST_LINE = 300;

    private static final Text WHAT_TO_DO =
        Text.of("Label ")
            .and(Text.code(Labels.ACKNOWLEDGED))
            .and(
                " says that somebody is working on it: once closed, the issue stays closed until the level"
                    + " returns. Label ")
            .and(Text.code(Labels.ACCEPTED))
            .and(" closes the issue for good; for site, feed and badge ")
            .and(Text.code("/perf accept REASON"))
            .and(" on the pull request, or a line in ")
            .and(Text.code("accepted.yaml"))
            .and(
                ", accepts a change. Otherwise Loomwatch keeps the issue up to date and closes it when"
                    + " the level returns.");

    IssueText {
      findings = List.copyOf(findings);
      causes = List.copyOf(causes);
    }

    Issue of(String key, Issue.State state, String title) {
      Document document = new Document();
      Section section = document.section("what was found").text(lead.and(more));
      findings.stream()
          .limit(MOST_FINDINGS)
          .forEach(finding -> section.item(Clipped.to(LONGEST_LINE, finding)));
      if (findings.size() > MOST_FINDINGS) {
        section.item("and " + (findings.size() - MOST_FINDINGS) + " more");
      }
      causes.forEach(cause -> section.item(Clipped.to(LONGEST_LINE, cause)));
      section.text(WHAT_TO_DO);
      return new Issue(
          key,
          state,
          Clipped.to(LONGEST_TITLE, title),
          ServiceFolder.ROOT.issueMarker(key)
              + "\n"
              + Markdown.render(document)
              + Markdown.folded(fold, folded.apply(ROOM_OF_FOLDED)),
          Stream.of(List.of(lead.plain()), findings, causes)
              .flatMap(List::stream)
              .map(line -> Clipped.to(LONGEST_LINE, line))
              .toList(),
          more.link());
    }
  }

  /** The labels of Loomwatch's issues: Loomwatch sets the first, people set the others. */
  public static final class Labels {
    /** Marks every issue of Loomwatch, which finds its issues by it. */
    public static final String LOOMWATCH = "loomwatch";

    /** Somebody is working on it: once closed, the issue stays closed until the level returns. */
    public static final String ACKNOWLEDGED = "loomwatch-acknowledged";

    /** The issue stays closed for good. */
    public static final String ACCEPTED = "loomwatch-accepted";

    private Labels() {}
  }
}
