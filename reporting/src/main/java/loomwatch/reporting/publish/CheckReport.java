package loomwatch.reporting.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Markdown;
import org.jspecify.annotations.Nullable;

/**
 * What a check run on a commit says.
 *
 * @param conclusion what branch protection goes by
 * @param summary Markdown, below GitHub's limit
 * @param annotations at lines of the commit, the most important first
 */
public record CheckReport(
    Conclusion conclusion, String title, String summary, List<Annotation> annotations) {
  /** The check's name; branch protection requires it by this. */
  public static final String NAME = "Loomwatch";

  private static final int LONGEST_TITLE = 140;
  private static final int LONGEST_PATH = 500;
  private static final int LONGEST_MESSAGE = 1_000;

  /** More would hide what matters; GitHub takes 50 at a time. */
  private static final int MOST_ANNOTATIONS = 10;

  /** GitHub's limit is 65,535 characters. */
  private static final int ROOM = 65_000;

  public CheckReport {
    annotations = List.copyOf(annotations);
  }

  /** One that says nothing at a line. */
  public CheckReport(Conclusion conclusion, String title, String summary) {
    this(conclusion, title, summary, List.of());
  }

  /**
   * What is said at a line.
   *
   * @param path of the file, from the repository's top
   */
  public record Annotation(String path, int line, String title, String message) {

    /** At the lines of the repository that the change touches, of what it made worse. */
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
                      "More %s in %s".formatted(cause.resource().label(), cause.method())),
                  Clipped.to(LONGEST_MESSAGE, CauseSentences.of(List.of(cause)).getFirst())))
          .toList();
    }
  }

  /** GitHub's words for how a check ended; it knows more. */
  public enum Conclusion {
    SUCCESS,
    FAILURE,
    /** Does not block a merge: the measurement could not tell, or there is none. */
    NEUTRAL
  }

  private static final String ALIKE =
      "Only the machine says that the servers are alike, so this is no success.\n\n";

  /**
   * Of that run.
   *
   * @param details where its logs are, or null
   */
  public static CheckReport of(JudgedRun run, @Nullable DetailsUrl details) {
    String ending = DetailsUrl.ending(details);
    String beginning =
        run.saysServersAreAlike()
            ? ALIKE
            : run.unguarded().map(said -> Markdown.of(said) + "\n\n").orElse("");
    Report report = new Report(run.verdict(), run.record());
    String word = run.verdict().verdict().label();
    int left = ROOM - (beginning + ending).getBytes(StandardCharsets.UTF_8).length;
    return new CheckReport(
        conclusion(run),
        Clipped.to(
            LONGEST_TITLE,
            word.substring(0, 1).toUpperCase(Locale.ROOT)
                + word.substring(1)
                + ": "
                + withoutFigures(report.sentences().getFirst())),
        beginning + report.markdown(left) + ending,
        Annotation.of(run.verdict()));
  }

  /** The sentence without what it says in brackets at its end, if it does. */
  private static String withoutFigures(String sentence) {
    int bracket = sentence.lastIndexOf(" (");
    return sentence.endsWith(").") && bracket > 0 ? sentence.substring(0, bracket) : sentence;
  }

  /** What only the machine says is no success: it ran head's code. */
  private static Conclusion conclusion(JudgedRun run) {
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

  /** Why a commit has no measurement. */
  public enum Unmeasured {
    /** By the names of the files it differs in, which GitHub tells. */
    NOTHING_MOVED(
        Conclusion.SUCCESS,
        "Nothing moved that is measured",
        "Neither the server nor what it is built from differs from the commit before, so there is"
            + " nothing to compare."),
    /**
     * By what was built of both. Neutral, as only the machine says so that ran their code: a
     * success would be one that measured code can award itself.
     */
    ALIKE(
        Conclusion.NEUTRAL,
        "Base and head are alike once built",
        "The machine that was to measure them found the same server and the same suite in both, so"
            + " there is nothing to compare. It ran their code, and nobody else has seen it."),
    /** Its base has no file yet that says what is measured, as GitHub tells. Nobody is to blame. */
    NOT_YET(
        Conclusion.NEUTRAL,
        "Branched off before this was measured",
        "Where it branched off there is no loomwatch.yaml yet, which says what is measured. Merge the"
            + " default branch into it to have it measured."),
    /** It should have been, and that failed. */
    FAILED(
        Conclusion.FAILURE,
        "Could not be measured",
        "There is no record of this commit, and so neither a verdict nor a point in history. A"
            + " service's pull request is built, started and loaded as loomwatch.yaml of the commit it"
            + " branched off says.");

    private final Conclusion conclusion;
    private final String title;
    private final String summary;

    Unmeasured(Conclusion conclusion, String title, String summary) {
      this.conclusion = conclusion;
      this.title = title;
      this.summary = summary;
    }

    /** The name on a command line: lower case with hyphens. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What the check says in a verdict's place. */
    public CheckReport report(@Nullable DetailsUrl details) {
      return new CheckReport(conclusion, title, summary + DetailsUrl.ending(details));
    }
  }
}
