package loomwatch.harness.init;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the service of a folder can be built and started, as far as its files tell.
 *
 * @param what for people: such as {@code Spring Boot, built by Maven}
 * @param build a command line for a shell; empty when there is nothing to build
 * @param jars where the build leaves a jar that can be started
 * @param arguments of the program
 * @param jvmArguments before {@code -jar}
 * @param ready the value of {@code ready}, as YAML
 * @param virtual what switches between platform and virtual threads
 */
record Found(
    String what,
    String build,
    Path jars,
    List<String> arguments,
    List<String> jvmArguments,
    String ready,
    Virtual virtual) {

  Found {
    arguments = List.copyOf(arguments);
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** The words that start it. */
  List<String> start(Path jar) {
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(jvmArguments);
    words.addAll(List.of("-jar", jar.toString()));
    words.addAll(arguments);
    return words;
  }

  /**
   * The same of a jar that Spring Boot made: what it says of itself counts more than build files.
   *
   * @param version such as {@code 3.2.0}; one before 3.2 knows no virtual threads
   */
  Found ofSpringBoot(String version) {
    if (virtual == Virtual.DEPLOYED) {
      return this;
    }
    boolean old = version.matches("[0-2][.].*|3[.][01][.].*");
    return new Found(
        what,
        build,
        jars,
        List.of("--server.port={port}"),
        jvmArguments,
        ready,
        old ? Virtual.UNKNOWN : Virtual.SPRING);
  }

  /** How a service is told which threads serve its requests. */
  enum Virtual {
    /** By Spring's property. */
    SPRING,
    /** It has no server of its own: Loomwatch's Tomcat deploys it in both modes. */
    DEPLOYED,
    /** Nothing we know of does: one mode. */
    UNKNOWN
  }
}
