package loomwatch.measure.subject;

import java.util.List;

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
