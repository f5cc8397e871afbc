package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.harness.job.VariantBuilder.HeadServiceFile;
import loomwatch.measure.service.ServiceFile;
import loomwatch.results.yaml.YamlFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadServiceFileTest {
  private static final String SERVICE =
      """
      schema: 1
      service:
        build: make
        start: ./shop {port}
        ready: /items
      scenarios:
        items: {get: /items, rate: 200}
      """;

  @TempDir Path directory;
  private ServiceFile used;
  private Path head;

  @BeforeEach
  void begin() throws Exception {
    Path base = Files.createDirectories(directory.resolve("base/shop"));
    used = ServiceFile.read(Files.writeString(base.resolve("loomwatch.yaml"), SERVICE));
    head = Files.createDirectories(directory.resolve("variants/0123456789ab"));
  }

  @Test
  void remarks_ofTheSameFileOrNone_areNone() throws Exception {
    assertThat(HeadServiceFile.remarks(used, head)).isEmpty();

    write(SERVICE);

    assertThat(HeadServiceFile.remarks(used, head)).isEmpty();
  }

  @Test
  void remarks_ofAScenarioMore_nameIt() throws Exception {
    write(SERVICE + "  orders: {get: /orders, rate: 10}\n");

    assertThat(HeadServiceFile.remarks(used, head))
        .containsExactly(
            "orders is in head's loomwatch.yaml alone: it is measured once that is merged, and"
                + " decides nothing here");
  }

  @ParameterizedTest
  @CsvSource({
    "build: make, build: make fast",
    "start: ./shop, start: ./fast",
    "rate: 200, rate: 1",
    "/items, /other"
  })
  void remarks_ofWhatIsAskedForOtherwise_sayThatItIsNotDone(String was, String is)
      throws Exception {
    write(SERVICE.replace(was, is));

    assertThat(HeadServiceFile.remarks(used, head))
        .containsExactly(
            "head's loomwatch.yaml asks for another build, start or load; both variants are measured"
                + " without that");
  }

  @Test
  void remarks_ofAnotherProtocol_sayThatItIsNotSpoken() throws Exception {
    write(SERVICE.replace("ready: /items", "ready: /items\n  protocol: h2c"));

    assertThat(HeadServiceFile.remarks(used, head)).singleElement().asString().contains("another");
  }

  @Test
  void remarks_ofNonsense_doNotRepeatIt() throws Exception {
    write("::error::x\n<img src=x>");

    assertThat(HeadServiceFile.remarks(used, head))
        .containsExactly(
            "head's loomwatch.yaml cannot be used; it decides nothing here but a JDK it names, and will once it is"
                + " merged");
  }

  /** As of what never ends. */
  @Test
  void remarks_ofALink_areNone() throws Exception {
    Files.createSymbolicLink(head.resolve("loomwatch.yaml"), Path.of("/dev/zero"));

    assertThat(HeadServiceFile.remarks(used, head)).isEmpty();
  }

  @Test
  void remarks_ofAHugeFile_sayThatItCannotBeUsed() throws Exception {
    write(SERVICE + "#".repeat(YamlFile.MOST_BYTES));

    assertThat(HeadServiceFile.remarks(used, head))
        .singleElement()
        .asString()
        .contains("cannot be");
  }

  private void write(String text) throws Exception {
    Files.writeString(head.resolve("loomwatch.yaml"), text);
  }
}
