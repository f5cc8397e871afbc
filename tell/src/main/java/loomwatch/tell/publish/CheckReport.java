package loomwatch.tell.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.report.CauseSentences;
import loomwatch.tell.report.Report;
import loomwatch.tell.text.Markdown;
import org.jspecify.annotations.Nullable;

/**
 * What a check run on a commit says.
 *
 * @param conclusion what branch protection goes by
 * @param title one plain line
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
   * @param line from 1
   * @param title one plain line
   * @param message plain text
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
}
