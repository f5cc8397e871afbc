package loomwatch.reporting.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.CauseSentences;
import org.jspecify.annotations.Nullable;

/**
 * The content of a check run on a commit.
 *
 * @param conclusion which branch protection evaluates
 * @param summary Markdown, shorter than GitHub's limit
 * @param annotations at lines of the commit, the most important first
 */
public record CheckReport(
    Conclusion conclusion, String title, String summary, List<Annotation> annotations) {
  /** The check's name, by which branch protection requires it. */
  public static final String NAME = "Loomwatch";

  private static final int LONGEST_TITLE = 140;
  private static final int LONGEST_PATH = 500;
  private static final int LONGEST_MESSAGE = 1_000;

  /** GitHub takes 50 at a time, but more than 10 would hide what matters. */
  private static final int MOST_ANNOTATIONS = 10;

  /** In bytes; GitHub's limit is 65,535 characters. */
  private static final int ROOM = 65_000;

  public CheckReport {
    annotations = List.copyOf(annotations);
  }

  /** Creates a report without annotations. */
  public CheckReport(Conclusion conclusion, String title, String summary) {
    this(conclusion, title, summary, List.of());
  }

  /** A message at a line of a file, whose path is relative to the root of the repository. */
  public record Annotation(String path, int line, String title, String message) {

    /** Returns one annotation for each cause at a line that the change touches. */
    static List<Annotation> of(Verdict verdict) {
      return verdict.causes().orElse(List.of()).stream()
          .filter(cause -> cause.changed() && cause.line() != null && cause.versions() == null)
          .limit(MOST_ANNOTATIONS)
          .map(cause ->
              new Annotation(
                  Clipped.to(LONGEST_PATH, cause.file()),
                  Objects.requireNonNull(cause.line()),
                  Clipped.to(
                      LONGEST_TITLE,
                      "More %s in %s"
                          .formatted(what(cause), CauseSentences.shortly(cause.method()))),
                  Clipped.to(LONGEST_MESSAGE, CauseSentences.of(List.of(cause)).getFirst())))
          .toList();
    }
  }

  private static String what(Cause cause) {
    return switch (cause.resource()) {
      case CPU -> "CPU time";
      case ALLOCATION -> "allocation";
      case BLOCKING -> "waiting";
      case PINNING -> "pinning of carriers";
      case PAUSES -> "pauses";
      case TAIL -> "time of the slowest requests";
      case LIVE -> "memory that stays";
      case COLLECTIONS -> "collections";
      case THREADS -> "threads that stay";
      case START -> "time to start";
      case COUNTS -> cause.metric().wording().name();
    };
  }

  /** The conclusions of GitHub's that Loomwatch uses. */
  public enum Conclusion {
    SUCCESS,
    FAILURE,
    /** Does not block a merge: the measurement is inconclusive or missing. */
    NEUTRAL
  }

  /** Returns the report for that run, with the address of its logs if known. */
  public static CheckReport of(JudgedRun run, @Nullable DetailsUrl details, RecentChecks recent) {
    String ending = DetailsUrl.ending(details);
    int room = ROOM - ending.getBytes(StandardCharsets.UTF_8).length;
    Review review = Review.of(run, null, recent, room);
    return new CheckReport(
        conclusion(run), review.title(), review.markdown() + ending, Annotation.of(run.verdict()));
  }

  /**
   * Returns neutral where only the measuring machine, which ran head's code, reports no change, and
   * where head differs from itself.
   */
  private static Conclusion conclusion(JudgedRun run) {
    if (run.isOfItself() && run.verdict().verdict() != Outcome.PASS) {
      return Conclusion.NEUTRAL;
    }
    return switch (run.verdict().verdict()) {
      case PASS, IMPROVED -> run.saysServersAreAlike() ? Conclusion.NEUTRAL : Conclusion.SUCCESS;
      case REGRESSED -> Conclusion.FAILURE;
      case INCONCLUSIVE, INVALID ->
          switch (run.inconclusive()) {
            case NEUTRAL -> Conclusion.NEUTRAL;
            case FAIL -> Conclusion.FAILURE;
          };
    };
  }

  /** The reasons for which a commit has no measurement. */
  public enum Unmeasured {
    /** None of the changed files that GitHub lists affects the measurement. */
    NOTHING_MOVED(
        Conclusion.SUCCESS,
        "Nothing moved that is measured",
        "**This does not block the merge.** Neither the server nor what it is built from differs"
            + " from the commit before, so there is nothing to compare."),
    /**
     * The measuring machine built the same server from both. This is neutral, as that machine ran
     * their code: otherwise measured code could award itself a success.
     */
    ALIKE(
        Conclusion.NEUTRAL,
        "Base and head are alike once built",
        "**This does not block the merge.** The machine that was to measure them found the same"
            + " server and the same suite in both. It is no success either, as that machine ran"
            + " their code, and nobody else has seen it."),
    /** The base has no loomwatch.yaml yet, as GitHub reports. Nobody is to blame. */
    NOT_YET(
        Conclusion.NEUTRAL,
        "Branched off before this was measured",
        "**This merge is not guarded.** Where it branched off there is no loomwatch.yaml yet, which"
            + " says what is measured. Merge the default branch into it to have it measured."),
    /** The measurement failed. */
    FAILED(
        Conclusion.FAILURE,
        "Could not be measured",
        "**This blocks the merge** where this check is required. A build, a start or a request"
            + " failed, or the machine did: the end of the run's job *Measure* shows what was"
            + " written. A service's pull request is built, started and loaded as loomwatch.yaml of"
            + " the commit it branched off says. A new push measures again, and so does `/perf SHA`"
            + " with the commit in full.");

    private final Conclusion conclusion;
    private final String title;
    private final String summary;

    Unmeasured(Conclusion conclusion, String title, String summary) {
      this.conclusion = conclusion;
      this.title = title;
      this.summary = summary;
    }

    /** Returns the name on the command line, in lower case with hyphens. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the check report that replaces a verdict's. */
    public CheckReport report(@Nullable DetailsUrl details) {
      return new CheckReport(conclusion, title, summary + DetailsUrl.ending(details));
    }
  }

  /** The title of a check that somebody made pass by {@code /perf accept REASON}. */
  public static final class AcceptedTitle {
    /** As {@code perf-comment.yml} writes it. The reason is anybody's text. */
    private static final Pattern TITLE =
        Pattern.compile("Accepted by ([A-Za-z0-9_-]{1,60}(?:\\[bot])?): (.*\\S.*)", Pattern.DOTALL);

    private static final int LONGEST_REASON = 200;

    private AcceptedTitle() {}

    /**
     * Returns the change that the title says was accepted; empty if it says something else.
     *
     * @param commit what the pull request became when it was merged
     */
    public static Optional<Accepted.Change> read(String title, String commit, int pull) {
      Matcher said = TITLE.matcher(title);
      return said.matches()
          ? Optional.of(
              new Accepted.Change(
                  commit,
                  null,
                  null,
                  null,
                  "%s (%s, #%d)"
                      .formatted(Clipped.to(LONGEST_REASON, said.group(2)), said.group(1), pull)))
          : Optional.empty();
    }
  }
}
