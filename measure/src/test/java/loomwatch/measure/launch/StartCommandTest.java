package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.launch.ServerLauncher.StartCommand;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program that is not java is told of the JDK it is measured on. */
class StartCommandTest {
  @TempDir Path directory;

  @Test
  void environment_ofAScript_leadsToItsJdk() throws Exception {
    assertThat(environment(Map.of()))
        .containsEntry("JAVA_HOME", "/jdk")
        .hasEntrySatisfying("PATH", path -> assertThat(path).startsWith("/jdk/bin:"));
  }

  @Test
  void environment_thatTheServiceSets_stays() throws Exception {
    Map<String, String> own = Map.of("JAVA_HOME", "/own", "PATH", "/own/bin");

    assertThat(environment(own)).isEqualTo(own);
  }

  private Map<String, String> environment(Map<String, String> own) throws Exception {
    ServiceSpec service =
        new ServiceSpec(
            "s",
            directory,
            Optional.empty(),
            List.of("bin/shop", "{port}"),
            directory,
            own,
            new Ready.Listens(Duration.ofSeconds(10)),
            Map.of(Mode.PLATFORM, ServiceSpec.Variant.PLAIN));
    ServerOptions options =
        new ServerOptions(service, Mode.PLATFORM, Path.of("/jdk"), List.of(), List.of(), null, 100);
    return StartCommand.of(options, 81, directory).environment();
  }
}
