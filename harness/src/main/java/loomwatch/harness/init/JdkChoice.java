package loomwatch.harness.init;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;

/**
 * A JDK that a service can be built and started with.
 *
 * @param version empty for the one that runs Loomwatch
 * @param line the value of {@code jdk} in the service file
 * @param shown said when it is tried; empty for nothing
 * @param virtualThreads whether it has them
 */
record JdkChoice(Optional<String> version, String line, String shown, boolean virtualThreads) {
  /**
   * Returns those to be tried, at least one: the first is taken with which the build succeeds.
   *
   * @param given by the service file
   */
  static List<JdkChoice> of(Optional<String> given, Project project) throws IOException {
    if (given.isPresent()) {
      return List.of(new JdkChoice(given, given.get(), "", hasVirtualThreads(given.get())));
    }
    int newest = Runtime.version().feature();
    String asked = project.sources().java().orElse(Integer.toString(newest));
    if (asked.equals(Integer.toString(newest))) {
      return List.of(new JdkChoice(Optional.empty(), asked, "", true));
    }
    Optional<String> version = Optional.of(asked);
    boolean here = isHere(asked);
    if (here && hasVirtualThreads(asked)) {
      String shown = "builds and starts it with JDK %s, which its build is for".formatted(asked);
      return List.of(new JdkChoice(version, asked, shown, true));
    }
    String why = hasVirtualThreads(asked) ? "is not on this machine" : "has no virtual threads";
    JdkChoice newer =
        new JdkChoice(
            Optional.empty(),
            "%d # the build is for Java %s, which %s; write the one of production"
                .formatted(newest, asked, why),
            "its build is for Java %s, which %s: JDK %d is used".formatted(asked, why, newest),
            true);
    return here && !project.deployed() ? List.of(newer, older(asked, newest)) : List.of(newer);
  }

  /** Returns the JDK of the build, which an old Lombok may need. */
  private static JdkChoice older(String asked, int newest) {
    return new JdkChoice(
        Optional.of(asked),
        asked + " # its build fails with a newer one; virtual threads need 21",
        "its build fails with JDK %d; with %s, which it is for, there are platform threads alone"
            .formatted(newest, asked),
        false);
  }

  private static boolean hasVirtualThreads(String version) {
    return Integer.parseInt(version.replaceFirst("\\D.*", "")) >= ServiceSpec.VIRTUAL_THREADS_JDK;
  }

  private static boolean isHere(String version) throws IOException {
    try {
      Jdks.ofThisMachine().find(version);
      return true;
    } catch (VariantException notHere) {
      return false;
    }
  }

  /** Returns the project with the modes that this JDK has. A WAR is left to be refused. */
  Project fitting(Project project) throws IOException {
    return virtualThreads || project.deployed() ? project : project.onPlatformThreads();
  }
}
