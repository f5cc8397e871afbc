package loomwatch.measure.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ShippedSubjectTest {
  private static final Path FILE = Path.of("..", "server", "loomwatch.yaml");

  @Test
  void read_whatLoomwatchCarries_isTheFileOfTheServer() {
    SubjectFile carried = SubjectFile.shipped();
    SubjectFile file = SubjectFile.read(FILE);
    assertThat(carried.digest()).isEqualTo(file.digest());
    assertThat(carried.scenarios()).isEqualTo(file.scenarios()).isNotEmpty();
  }

  @Test
  void file_firstLine_namesTheSchema() throws IOException {
    String first = Files.readAllLines(FILE).getFirst();
    assertThat(first).startsWith("# yaml-language-server: $schema=");
    assertThat(FILE.resolveSibling(first.substring(first.indexOf('=') + 1))).isRegularFile();
  }

  @Test
  void withClassPath_ofItsStart_takesThePlaceOfTheOneWritten() {
    ServiceSpec service = SubjectFile.shipped().service();
    assertThat(service.start().words()).startsWith("java", "-cp", "target/app/*");
    assertThat(service.withClassPath("a.jar:b.jar").start().words())
        .startsWith("java", "-cp", "a.jar:b.jar", "loomwatch.server.Main")
        .hasSameSizeAs(service.start().words());
  }
}
