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
