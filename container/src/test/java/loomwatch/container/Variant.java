package loomwatch.container;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is run in a container.
 *
 * @param jdk feature version of the base image's
 * @param tomcat its whole version
 * @param mode platform or virtual
 */
record Service(int jdk, String tomcat, String mode) {
  /** The lines that the build knows, the one that is measured first. */
  static final List<String> TOMCATS = List.of(System.getProperty("loomwatch.tomcats").split(" "));

  private static final List<String> MODES = List.of("platform", "virtual");

  /** Every JDK with every Tomcat in both modes. */
  static Stream<Service> all() {
    return Arrays.stream(BaseImage.jdks())
        .boxed()
        .flatMap(jdk ->
            TOMCATS.stream()
                .flatMap(tomcat -> MODES.stream().map(mode -> new Service(jdk, tomcat, mode))));
  }

  @Override
  public String toString() {
    return "JDK %d, Tomcat %s, %s".formatted(jdk, tomcat, mode);
  }
}
