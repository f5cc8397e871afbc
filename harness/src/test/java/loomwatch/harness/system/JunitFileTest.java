package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** {@code --junit}: a stored run's verdict as a file for CI servers. */
class JunitFileTest {
  @TempDir Path directory;
  private Path run;
  private Path file;

  @BeforeEach
  void store() throws Exception {
    run = Files.createDirectories(directory.resolve("run"));
    Files.copy(EarlierRecord.FIXTURE, run.resolve("record.json"));
    file = directory.resolve("ci/junit.xml");
  }

  @Test
  void gateAndReport_ofARun_writeTheSameSuite() throws Exception {
    Loomwatch.Ended gate = call("gate");

    assertThat(gate.exitCode()).as(gate.err()).isBetween(0, 3);
    String written = Files.readString(file);
    Element suite =
        (Element)
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("testsuite")
                .item(0);
    assertThat(suite.getElementsByTagName("testcase").getLength())
        .isPositive()
        .isEqualTo(Integer.parseInt(suite.getAttribute("tests")));

    assertThat(call("report").exitCode()).isZero();
    assertThat(file).hasContent(written);
  }

  /** It would be taken for this verdict's. */
  @Test
  void gate_ofARunThatCannotBeRead_leavesNoFileOfAnEarlierOne() throws Exception {
    call("gate");
    Files.writeString(run.resolve("record.json"), "{");

    assertThat(call("gate").exitCode()).isEqualTo(65);
    assertThat(file).doesNotExist();
  }

  private Loomwatch.Ended call(String command) {
    return new Loomwatch(directory).call(command, "--junit", file.toString(), run.toString());
  }
}
