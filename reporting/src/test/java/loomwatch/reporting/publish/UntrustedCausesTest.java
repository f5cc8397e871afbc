package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.publish.UntrustedRun.UntrustedCauses;
import loomwatch.reporting.report.Explanations;
import loomwatch.reporting.report.Rendered;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.RecordException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Causes are what an untrusted contributor's machine says it saw. */
class UntrustedCausesTest {
  private static final StoredRuns RUN = StoredRuns.regressed();
  private static final String FILE = "src/main/java/shop/Json.java";

  @TempDir Path directory;

  @Test
  void in_causesOfWhatGotWorse_areToldOnCheckAndComment() throws Exception {
    JudgedRun run = run(Explanations.cause("shop.Json.write"));

    assertThat(PullRequestComment.of(run, null, RecentChecks.UNKNOWN).body())
        .contains("Json.write under Shop.list");
    assertThat(CheckReport.of(run, null, RecentChecks.UNKNOWN).annotations())
        .singleElement()
        .satisfies(note -> {
          assertThat(note.path()).isEqualTo(FILE);
          assertThat(note.line()).isEqualTo(42);
          assertThat(note.title()).isEqualTo("More CPU time in Json.write");
          assertThat(note.message()).contains("explains 82 % [74–90]");
        });
  }

  @Test
  void in_noCauses_isTheVerdictAsItWas() {
    assertThat(UntrustedCauses.in(directory, RUN.verdict())).isSameAs(RUN.verdict());
  }

  /** Of an improvement, or of what did not change, nobody needs a cause. */
  @Test
  void in_causeOfWhatDidNotGetWorse_isNotTold() throws Exception {
    Cause cause = Explanations.cause("shop.Json.write");
    Cause elsewhere =
        new Cause(
            "another",
            cause.mode(),
            cause.metric(),
            cause.resource(),
            cause.method(),
            null,
            null,
            cause.file(),
            null,
            true,
            1,
            2,
            cause.change(),
            50.0,
            cause.explained(),
            null,
            null,
            null);

    assertThat(run(elsewhere).verdict().causes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<img src=x onerror=alert(1)>", "@all [x](javascript:y)", "a\n::error::b"})
  void in_namesThatAct_areInert(String trick) throws Exception {
    JudgedRun run = run(Explanations.cause(trick));

    String html = Rendered.html(PullRequestComment.of(run, null, RecentChecks.UNKNOWN).body());
    Set<String> names = new TreeSet<>(Rendered.names(html));
    names.remove("h3"); // the comment's title
    assertThat(names).isSubsetOf(Rendered.OURS);
    assertThat(CheckReport.of(run, null, RecentChecks.UNKNOWN).annotations().getFirst().title())
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../../Json.java", "a/../b.java"})
  void in_fileOutsideOfTheRepository_isRefused(String file) {
    assertThatThrownBy(() -> run(Explanations.cause("a.B.c", file, Mode.PLATFORM)))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("file must be a path within the repository");
  }

  @Test
  void in_nameWithoutEnd_isRefused() {
    assertThatThrownBy(() -> run(Explanations.cause("x".repeat(600))))
        .hasMessageContaining("method must be of 1 to 500 characters");
  }

  @Test
  void in_versionWithoutEnd_isRefused() {
    assertThatThrownBy(() -> run(Explanations.upgraded("a.B.c", "1", "2".repeat(600))))
        .hasMessageContaining("versions.head must be of 1 to 500 characters");
  }

  /** A statement is longer than a name, and one line. */
  @ParameterizedTest
  @CsvSource({
    "select a, 1001, true",
    "select a, 1002, false",
    "'', 0, false",
    "'select\u0007a', 9, false",
    "'a\n::error::b', 12, false"
  })
  void in_whatWasCounted_isOneLineOfSoManyCharacters(String text, int characters, boolean taken) {
    String of = text + "x".repeat(Math.max(0, characters - text.length()));
    ThrowingCallable run = () -> run(Explanations.counted(of, Mode.PLATFORM));

    if (taken) {
      assertThatCode(run).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(run)
          .isInstanceOf(RecordException.class)
          .hasMessageContaining("counted must be of 1 to 1,001 characters, none of control");
    }
  }

  /** Its file is none of the repository's. */
  @Test
  void in_causeInALibrary_isAtNoLineOfTheRepository() throws Exception {
    JudgedRun run = run(Explanations.upgraded("org.apache.A.b", "11.0.22", "11.0.25"));

    assertThat(CheckReport.of(run, null, RecentChecks.UNKNOWN).annotations()).isEmpty();
    assertThat(PullRequestComment.of(run, null, RecentChecks.UNKNOWN).body())
        .contains("whose class changed between 11.0.22 and 11.0.25");
  }

  /** The verdict is told all the same. */
  @Test
  void in_moreThanAnyoneReads_areTheFirst() throws Exception {
    Cause[] many = Collections.nCopies(60, Explanations.cause("a.B.c")).toArray(Cause[]::new);

    assertThat(run(many).verdict().causes().orElseThrow()).hasSize(50);
  }

  @Test
  void in_causesOfAnotherRecord_areRefused() throws Exception {
    Files.writeString(
        directory.resolve("causes.json"),
        JsonFormats.CAUSES.write(Explanations.of("another", Explanations.cause("a.B.c"))));

    assertThatThrownBy(() -> UntrustedCauses.in(directory, RUN.verdict()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("recordId must be");
  }

  private JudgedRun run(Cause... causes) throws Exception {
    Verdict verdict = RUN.verdict();
    Files.writeString(
        directory.resolve("causes.json"),
        JsonFormats.CAUSES.write(Explanations.of(verdict.recordId(), causes)));
    Verdict explained = UntrustedCauses.in(directory, verdict);
    assertThat(explained.causes().map(List::size).orElse(0)).isLessThanOrEqualTo(causes.length);
    return new JudgedRun(RUN.record(), explained, Inconclusive.NEUTRAL);
  }
}
