package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import loomwatch.measure.launch.QuietHost.ControlWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options are read by a real JVM. */
class RecordingTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "it's, all=of it", "say \"a, b\"", "back\\slash", "percent %p"})
  void flags_anyPath_recordThere(String name) throws Exception {
    Path place = Files.createDirectories(directory.resolve(name));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(Recording.VITALS.flags(place, Path.of(System.getProperty("java.home"))));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), ControlWork.class.getName()));

    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(Recording.repository(place)).isNotEmptyDirectory();
  }

  @Test
  void canBeIn_bothKindsOfQuotes_isFalse() {
    assertThat(Recording.canBeIn(Path.of("it's \"it\""))).isFalse();
    assertThat(Recording.canBeIn(Path.of("it's it"))).isTrue();
  }
}
