package loomwatch.reporting.publish;

import static loomwatch.reporting.publish.UntrustedRunTest.BASE;
import static loomwatch.reporting.publish.UntrustedRunTest.KNOWN;
import static loomwatch.reporting.publish.UntrustedRunTest.SHA;
import static loomwatch.reporting.publish.UntrustedRunTest.THRESHOLDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import loomwatch.reporting.report.StoredRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An untrusted contributor's run is of the commits that were asked for, or refused. */
final class UntrustedCommitTest {
  @TempDir Path directory;

  @Test
  void requireOf_itsCommitWithLocalChanges_isRefused() throws IOException {
    write(UntrustedRunTest.of(StoredRuns.regressed(), Instant.now().toString()));

    assertThatThrownBy(() -> read().requireOf(SHA))
        .hasMessage(
            "the record's head must be that commit as it is, had local changes: measure the commit"
                + " and publish that");
  }

  @Test
  void requireOf_itsCommit_isAccepted() throws IOException {
    write(clean());

    read().requireOf(SHA);
  }

  @Test
  void requireOf_anotherCommit_isRefused() throws IOException {
    write(clean());

    assertThatThrownBy(() -> read().requireOf("1".repeat(40)))
        .hasMessage(
            "the record's head must be --sha 1111111111111111111111111111111111111111, was \""
                + SHA
                + "\": measure the commit and publish that");
  }

  @Test
  void requireOf_injectedFault_isRefused() throws IOException {
    write(
        clean()
            .replaceFirst(
                "(?s)(\"head\" : \\{.*?)(\"revision\")", "$1\"fault\" : \"cpu:10%\", $2"));

    assertThatThrownBy(() -> read().requireOf(SHA))
        .hasMessage(
            "the record's head must be without a fault, had \"cpu:10%\": measure the commit and"
                + " publish that");
  }

  @Test
  void requireOf_itsCommits_isAccepted() throws IOException {
    write(clean());

    read().requireOf(SHA, BASE);
  }

  @Test
  void requireOf_anotherBase_isRefused() throws IOException {
    write(clean());

    assertThatThrownBy(() -> read().requireOf(SHA, "1".repeat(40)))
        .hasMessage(
            "the record's base must be --base 1111111111111111111111111111111111111111, was \""
                + BASE
                + "\": measure the commit and publish that");
  }

  /** Nothing can be worse than itself. */
  @Test
  void requireOf_headForBase_isRefused() throws IOException {
    ObjectNode record = (ObjectNode) new JsonMapper().readTree(clean());
    ObjectNode services = (ObjectNode) record.path("variants");
    services.set("base", services.path("head").deepCopy());
    write(record.toString());

    assertThatThrownBy(() -> read().requireOf(SHA, BASE))
        .hasMessageStartingWith(
            "the record's base must be another variant than head, was the same");

    ((ObjectNode) record.path("comparison")).put("sameService", true);
    write(record.toString());
    read().requireOf(SHA, SHA);
    assertThatThrownBy(() -> read().requireOf(SHA, BASE))
        .hasMessageStartingWith("the record's base must be --base " + BASE + ", was \"" + SHA);
  }

  @Test
  void requireOf_baseOfARunOfHeadAlone_isRefused() throws IOException {
    write(clean(StoredRuns.run()));

    assertThatThrownBy(() -> read().requireOf(SHA, BASE))
        .hasMessageStartingWith("the record's base must be --base " + BASE + ", was missing");
  }

  /** At a shorter one hardly anything is certain, and at a trial's nothing. */
  @Test
  void requireProfile_another_isRefused() throws IOException {
    write(clean());

    read().requireProfile("quick");
    assertThatThrownBy(() -> read().requireProfile("full"))
        .hasMessage(
            "the record's profile must be full, was \"quick\": measure the commit and publish"
                + " that");
  }

  /** What head is slow in would be left out. */
  @Test
  void requireScenarios_oneLeftOut_isRefused() throws IOException {
    write(clean());

    read().requireScenarios(List.of("hello"));
    assertThatThrownBy(() -> read().requireScenarios(List.of("hello", "cpu")))
        .hasMessage(
            "the record's scenarios must be cpu, hello, were hello: measure the commit and publish"
                + " that");
  }

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("record.json"), text);
  }

  private JudgedRun read() {
    return UntrustedRun.read(directory, KNOWN, THRESHOLDS);
  }

  /** Of two commits. */
  private static String clean() {
    return clean(StoredRuns.improved());
  }

  private static String clean(StoredRuns run) {
    return UntrustedRunTest.of(run, Instant.now().toString())
        .replace("\"dirty\" : true", "\"dirty\" : false");
  }
}
