package loomwatch.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.judge.study.StudyJudge;
import loomwatch.measure.study.StudyFileReader;
import loomwatch.measure.study.StudySubject;
import loomwatch.results.study.StudyRecord;
import loomwatch.tell.study.StudyMarkdown;
import org.junit.jupiter.api.Test;

/** The page of studies says what its records say. */
class StudiesPageTest {
  private static final Path DOCS = Path.of("../docs");

  /** Run with {@code -Dloomwatch.fixtures=update} it writes the page anew. */
  @Test
  void page_isWhatItsRecordsGive() throws IOException {
    String rendered =
        StudyMarkdown.render(
            StudyStore.kept(DOCS.resolve("studies")).values().stream()
                .map(StudiesPageTest::asClaimed)
                .map(StudyJudge::judge)
                .toList());
    if ("update".equals(System.getProperty("loomwatch.fixtures"))) {
      Files.writeString(DOCS.resolve("studies.md"), rendered);
    }

    assertThat(DOCS.resolve("studies.md")).content().isEqualTo(rendered);
    assertThat(rendered).contains("## waiting", "holds");
  }

  private static StudyRecord asClaimed(StudyRecord record) {
    Path file = Path.of("../studies", record.design().name() + ".yaml");
    return new Earlier(record)
        .asClaimedBy(StudyFileReader.read(file, StudySubject.SHIPPED), System.err::println);
  }
}
