package loomwatch.measure.subject;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads what a need in a container is made of. */
final class ImageReader {
  /** As the Distribution specification has it, but for its lengths. */
  private static final Pattern NAME =
      Pattern.compile(
          "[a-z0-9][a-z0-9._/-]*(?::[0-9]+/[a-z0-9][a-z0-9._/-]*)?(?::[A-Za-z0-9_][A-Za-z0-9._-]*)?"
              + "(?:@sha256:[0-9a-f]{64})?");

  private static final Numbers.Bounds PORT = new Numbers.Bounds(1, 65_535);
  private static final List<String> OF_PROGRAMS = List.of("start", "prepare", "version");
  private static final List<String> OF_CONTAINERS = List.of("port", "args");

  private final Problems problems;

  ImageReader(Problems problems) {
    this.problems = problems;
  }

  /** What only a container has is a problem of a program. */
  void refuseWithout(Fields need) {
    for (String key : OF_CONTAINERS) {
      need.key(key)
          .ifPresent(node ->
              problems.add(
                  node,
                  key + " must be left out without image, was given",
                  "Remove it: a program is told its port by {port} in start."));
    }
  }

  /** The image, or nothing, as problems. */
  Optional<Image> read(Fields need) {
    for (String key : OF_PROGRAMS) {
      need.key(key)
          .ifPresent(node ->
              problems.add(
                  node,
                  key + " must be left out with image, was given",
                  "Remove it: the image says what is started, and its digest which version."));
    }
    Optional<String> name = need.get("image").flatMap(this::name);
    OptionalInt port =
        need.require("port", "Write the port it listens on in its container, such as port: 5432.")
            .map(node -> new Numbers(problems).whole(node, "port", PORT))
            .orElse(OptionalInt.empty());
    List<String> args =
        need.get("args").map(new CommandReader(problems, Set.of())::args).orElse(List.of());
    return name.isPresent() && port.isPresent()
        ? Optional.of(new Image(name.get(), port.getAsInt(), args))
        : Optional.empty();
  }

  private Optional<String> name(Node node) {
    String advice = "Write its name and tag, such as image: postgres:16.";
    Optional<String> name = new Scalars(problems).text(node, "image", advice);
    if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
      problems.add(
          node, "image must be the name of a container image, was " + Scalars.shown(node), advice);
      return Optional.empty();
    }
    return name;
  }
}
