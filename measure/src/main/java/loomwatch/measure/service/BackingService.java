package loomwatch.measure.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program or a container that a service needs while it is measured, such as a database or a stub
 * of another service. It is started again for each round, and all launches of the round share it.
 *
 * @param name lower-case letters, digits and hyphens
 * @param prepare a command line for a shell, run before each start; empty for none
 * @param start the program and its arguments; at least one word, but for a container
 * @param environment variables of all its commands, by name
 * @param ready how it is known to be ready
 * @param reset a command line for a shell, run before each launch is warmed; empty for none
 * @param version a command line for a shell whose first line of output is its version; empty where
 *     nobody tells
 * @param image what its container is made of; empty for a program
 */
public record BackingService(
    String name,
    Optional<String> prepare,
    List<String> start,
    Map<String, String> environment,
    Ready ready,
    Optional<String> reset,
    Optional<String> version,
    Optional<Image> image) {
  /** A folder of its own, empty before it is prepared. */
  public static final String DIRECTORY = "directory";

  public BackingService {
    start = List.copyOf(start);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /**
   * What a need's container is made of.
   *
   * @param name of the image, with its tag or digest, such as {@code postgres:16}
   * @param port that is listened on in the container, from 1 to 65,535
   * @param args of its entry point, in place of those that the image has; empty for those
   */
  public record Image(String name, int port, List<String> args) {
    public Image {
      args = List.copyOf(args);
    }
  }

  /**
   * What decides how it is started; in the words that earlier records have, whose hash it goes
   * into.
   */
  String identity() {
    return "Need[name=%s, prepare=%s, start=%s, environment=%s, ready=%s, reset=%s, version=%s]%s"
        .formatted(
            name,
            prepare,
            start,
            environment,
            ready,
            reset,
            version,
            image.map(Image::toString).orElse(""));
  }

  public static String port(String name) {
    return "services." + name + ".port";
  }
}
