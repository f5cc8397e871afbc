package loomwatch.measure.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A program or a container that a service uses while it is measured, such as a database or a stub.
 * It is started for each round, and all launches of the round share it.
 *
 * @param name lower-case letters, digits and hyphens
 * @param prepare shell command before each start; empty for none
 * @param start program and arguments; at least one word, except for a container
 * @param environment variables of all its commands, by name
 * @param ready how to recognize that it is ready
 * @param reset shell command before each launch is warmed; empty for none
 * @param version shell command whose first line of output is the version; empty if unknown
 * @param image of its container; empty for a program
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
  /** The name of its own folder, which is empty before it is prepared. */
  public static final String DIRECTORY = "directory";

  public BackingService {
    start = List.copyOf(start);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /**
   * The image of a backing service's container.
   *
   * @param name with tag or digest, such as {@code postgres:16}
   * @param port that it listens on in the container, from 1 to 65,535
   * @param args override those of the image; empty keeps them
   */
  public record Image(String name, int port, List<String> args) {
    public Image {
      args = List.copyOf(args);
    }
  }

  /** Returns how it is started, in the format of earlier records, whose hash includes it. */
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
