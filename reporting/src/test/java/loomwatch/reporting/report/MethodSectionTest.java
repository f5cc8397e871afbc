package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Markdown;
import org.junit.jupiter.api.Test;

class MethodSectionTest {
  @Test
  void write_timedMethods_hasARowForEach() {
    assertThat(written(StoredRuns.timed(1.1).verdict()))
        .contains("Changed methods")
        .contains("| scenario | method | calls | base | head | change | p | share of a request |")
        .containsPattern(
            "\\| hello \\| Cart\\.total \\| 2(\\.0)? \\| 3\\.0\\d µs \\| 3\\.3\\d µs \\| \\+10")
        .containsPattern("Cart\\.total .* \\| &lt; 0\\.0001 \\| 3 % \\|")
        .contains("| hello | Json.write | 0.5 | 40")
        .doesNotContain("| hello | request |");
  }

  @Test
  void write_nothingTimed_isEmpty() {
    assertThat(written(StoredRuns.passed().verdict())).doesNotContain("Changed methods");
  }

  @Test
  void headline_methodBelowEveryLimit_isNamedAndThePassStays() {
    StoredRuns run = StoredRuns.timed(1.1);

    assertThat(run.verdict().verdict()).isEqualTo(Outcome.PASS);
    assertThat(Headline.of(run.verdict(), run.record()))
        .anySatisfy(sentence ->
            assertThat(sentence)
                .startsWith("Informational: the time in Cart.total (hello) changed by +10")
                .endsWith("; in base it took 3 % of a request."))
        .noneMatch(sentence -> sentence.contains("Json.write"));
  }

  @Test
  void headline_methodBeyondItsLimit_isSaidFirst() {
    StoredRuns run = StoredRuns.timed(1.1);
    Verdict limited =
        Judge.judge(
            run.record(),
            ThresholdsReader.parse(
                "thresholds.yaml",
                """
                schema: 1
                changed-methods: 0.2 %
                limits:
                  - {scenario: hello, metric: cpu-per-request, tolerance: 50 %, gate: true, why: any}
                """,
                Set.of("hello")));

    assertThat(limited.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(Headline.of(limited, run.record()).getFirst())
        .startsWith("The time in Cart.total (hello) changed by +10")
        .endsWith("in base it took 3 % of a request; thresholds.yaml limits changed methods.");
  }

  private static String written(Verdict verdict) {
    Document document = new Document();
    MethodSection.write(document, verdict);
    return Markdown.render(document);
  }
}
