package loomwatch.container;

import java.util.HashMap;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Our images, built as docs/reference.md says, once each. */
final class ServerImage {
  static final int PORT = 8_080;

  private static final String READY = "loomwatch-server ready .*\\n";

  private static final Map<String, String> BUILT = new HashMap<>();

  private ServerImage() {}

  /** The name of the one with this JDK and Tomcat. */
  static synchronized String of(int jdk, String tomcat) {
    String name = "loomwatch-server:test-jdk-%d-tomcat-%s".formatted(jdk, tomcat);
    return BUILT.computeIfAbsent(name, fresh -> build(fresh, jdk, tomcat));
  }

  /** One for tests of what all images share. */
  static String any() {
    return of(BaseImage.jdks()[0], Service.TOMCATS.getFirst());
  }

  private static String build(String name, int jdk, String tomcat) {
    Docker.get()
        .tell(
            "docker",
            "build",
            "--tag=" + name,
            "--build-arg=JDK=" + BaseImage.of(jdk),
            "--build-arg=TOMCAT=" + tomcat,
            "--file=Dockerfile",
            "target/image");
    return name;
  }

  /** A container of it that counts as started once the server says so. */
  static GenericContainer<?> container(String image, String... arguments) {
    Docker.get();
    return new GenericContainer<>(DockerImageName.parse(image))
        .withCommand(arguments)
        .withExposedPorts(PORT)
        .waitingFor(Wait.forLogMessage(READY, 1));
  }
}
