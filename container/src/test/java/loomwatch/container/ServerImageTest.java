package loomwatch.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;

/** What all images have in common. */
class ServerImageTest {
  @Test
  void run_withoutArguments_printsTheHelp() {
    Programs.Ended ended = Docker.get().run("run", "--rm", ServerImage.any());

    assertThat(ended.said())
        .contains("Usage: loomwatch.server.Main --mode platform|virtual [OPTION VALUE]...\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void run_wrongUsage_exits64AndSaysWhatIsExpected() {
    Programs.Ended ended = Docker.get().run("run", "--rm", ServerImage.any(), "--mode", "green");

    assertThat(ended.said())
        .endsWith("loomwatch-server: --mode must be platform or virtual, was 'green'\n");
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  @Test
  void environment_flagsOfTheJvm_reachTheServer() throws Exception {
    try (GenericContainer<?> server =
        ServerImage.container(ServerImage.any(), "--mode", "virtual")
            .withEnv("JDK_JAVA_OPTIONS", "-Xlog:gc:stdout")) {
      server.start();

      assertThat(server.getLogs()).contains("[gc]");
    }
  }

  @Test
  void container_withoutCapabilitiesAndReadOnly_serves() throws Exception {
    try (GenericContainer<?> server =
        ServerImage.container(ServerImage.any(), "--mode", "platform")
            .withTmpFs(Map.of("/tmp", "rw"))
            .withCreateContainerCmdModifier(create ->
                Objects.requireNonNull(create.getHostConfig())
                    .withReadonlyRootfs(true)
                    .withCapDrop(Capability.ALL)
                    .withSecurityOpts(List.of("no-new-privileges")))) {
      server.start();

      assertThat(Http.get(server, "/hello").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void build_withoutTomcat_failsAndNamesWhatIsMissing() {
    Programs.Ended ended =
        Docker.get()
            .run(
                "build",
                "--build-arg=JDK=" + BaseImage.of(BaseImage.jdks()[0]),
                "--file=Dockerfile",
                "target/image");

    assertThat(ended.said()).contains("of-the-build-argument-TOMCAT-which-is-missing");
    assertThat(ended.exitCode()).isNotZero();
  }

  @Test
  void build_unknownTomcat_fails() {
    Programs.Ended ended =
        Docker.get()
            .run(
                "build",
                "--build-arg=JDK=" + BaseImage.of(BaseImage.jdks()[0]),
                "--build-arg=TOMCAT=9.0.1",
                "--file=Dockerfile",
                "target/image");

    assertThat(ended.said()).contains("tomcat/9.0.1");
    assertThat(ended.exitCode()).isNotZero();
  }
}
