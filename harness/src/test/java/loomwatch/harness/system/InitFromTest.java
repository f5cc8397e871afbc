package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.measure.service.ServiceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Scenarios of a folder whose service file is there, from a file of another tool. */
@Execution(ExecutionMode.CONCURRENT)
class InitFromTest {
  private static final String SERVICE =
      "schema: 1\nservice:\n  start: java -jar shop.jar --port={port}\n  ready: /items\n";

  @TempDir Path directory;

  @Test
  void init_fromAFileForAServiceWithoutScenarios_addsOne() throws Exception {
    Path file = Files.writeString(directory.resolve("loomwatch.yaml"), SERVICE);

    Loomwatch.Ended init = from("### all\nGET http://localhost:8080/items\nCookie: a=b\n");

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains("loomwatch: took 1 request from the .http file\n")
        .contains("loomwatch: left out, line 2: the header Cookie, as its value may be secret\n")
        .contains("loomwatch: completed " + file + "\n");
    assertThat(init.out())
        .isEqualTo(SERVICE + "scenarios:\n  imported: {get: /items, rate: 10} # a guess\n");
    assertThat(file).hasContent(init.out());
    assertThat(ServiceFile.read(file).scenarios())
        .singleElement()
        .extracting("path")
        .isEqualTo("/items");
  }

  @Test
  void init_fromAFileForAServiceWithScenarios_showsOneToBeCopied() throws Exception {
    String text = SERVICE + "scenarios:\n  items: {get: /items, rate: 100}\n";
    Path file = Files.writeString(directory.resolve("loomwatch.yaml"), text);

    Loomwatch.Ended init = from("### all\nGET http://localhost:8080/items\n");

    assertThat(init.exitCode()).as(init.err()).isZero();
    assertThat(init.err())
        .contains(file + " is there already and stays as it is\n")
        .contains("loomwatch: this can be copied to its scenarios:\n");
    assertThat(init.out()).startsWith("  imported: {");
    assertThat(file).hasContent(text);
  }

  @Test
  void init_fromAFileOfNoKnownKind_exits64AndNamesThem() throws Exception {
    Loomwatch.Ended init = from("hello");

    assertThat(init.exitCode()).isEqualTo(64);
    assertThat(init.err())
        .isEqualTo(
            "loomwatch: --from must name a HAR file, a script of k6 or Gatling, a plan of JMeter, an"
                + " access log, an .http file or an OpenAPI file, %s was none of them; record or export its requests as one of these\n"
                    .formatted(directory.resolve("given")));
    assertThat(directory.resolve("thresholds.yaml")).doesNotExist();
  }

  @Test
  void init_fromADamagedFile_exits65AtItsPlace() throws Exception {
    Loomwatch.Ended init = from("<jmeterTestPlan>\n<hashTree>");

    assertThat(init.exitCode()).isEqualTo(65);
    assertThat(init.err()).contains("given:2:11: JMeter plan must be XML, was not: ");
  }

  private Loomwatch.Ended from(String text) throws Exception {
    Path given = Files.writeString(directory.resolve("given"), text);
    return new Loomwatch(directory).call("init", directory.toString(), "--from", given.toString());
  }
}
