package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import loomwatch.measure.subject.Need.Image;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads {@code needs}: programs and containers by name. */
final class NeedsReader {
  private static final List<String> KEYS =
      YamlMapping.keys("prepare start image port args environment ready reset version");
  private static final List<String> OF_PROGRAMS = List.of("start", "prepare", "version");
  private static final List<String> OF_CONTAINERS = List.of("port", "args");
  private static final int MOST = 10;
  private static final String ADVICE =
      "Write each under its name, such as needs: {stub: {start: python3 stub.py {port}, ready:"
          + " {port: true}}}.";

  /** As the Distribution specification has it, but for its lengths. */
  private static final Pattern IMAGE =
      Pattern.compile(
          "[a-z0-9][a-z0-9._/-]*(?::[0-9]+/[a-z0-9][a-z0-9._/-]*)?(?::[A-Za-z0-9_][A-Za-z0-9._-]*)?"
              + "(?:@sha256:[0-9a-f]{64})?");

  private NeedsReader() {}

  /** Those that have no problem, in the order of the file, in which they are started. */
  static List<Need> read(YamlNode node) {
    List<YamlMapping.Entry> entries = node.entries("need", ADVICE);
    if (entries.size() > MOST) {
      entries
          .get(MOST)
          .key()
          .problem(
              "needs must be at most " + MOST + ", were " + entries.size(),
              "Keep what is asked while it is measured.");
    }
    List<Need> needs = new ArrayList<>();
    // Each its own port, and those of the ones before it.
    Set<String> known = new HashSet<>(Set.of(Placeholders.PORT, Need.DIRECTORY));
    for (YamlMapping.Entry entry : entries) {
      if (ServiceReader.isName(entry.key(), "need", "Rename it, such as db.")) {
        entry
            .value()
            .read(need -> need(entry.name(), need.mapping(KEYS), Set.copyOf(known)))
            .ifPresent(needs::add);
        known.add(Need.port(entry.name()));
      }
    }
    return needs;
  }

  private static Need need(String name, YamlMapping need, Set<String> known) {
    boolean contained = need.has("image");
    // Nothing of ours is known within a container.
    CommandReader commands = new CommandReader(contained ? Set.of() : known);
    Optional<Image> image = contained ? Optional.of(image(need, commands)) : Optional.empty();
    List<String> start = contained ? List.of() : start(need, commands);
    Map<String, String> environment = need.optional("environment", Map.of(), commands::environment);
    Ready ready = need.required("ready", Ready.ADVICE, Ready::read).orElse(Ready.LISTENING);
    CommandReader shells = new CommandReader(known);
    return new Need(
        name,
        need.optional("prepare", shells::shell),
        start,
        environment,
        ready,
        need.optional("reset", shells::shell),
        need.optional("version", new CommandReader(Set.of())::shell),
        image);
  }

  private static List<String> start(YamlMapping need, CommandReader commands) {
    for (String key : OF_CONTAINERS) {
      need.refuse(
          key,
          key + " must be left out without image, was given",
          "Remove it: a program is told its port by {port} in start.");
    }
    List<String> start =
        need.required(
                "start",
                "Write the program that is needed and its arguments, or its image.",
                commands::start)
            .orElse(List.of());
    need.get("start")
        .filter(node -> !node.raw().isBlank() && !Placeholders.has(Placeholders.PORT, node.raw()))
        .ifPresent(node ->
            node.problem(
                "start of a need must be told the port, had no {port}",
                "Add {port} where it takes its port from."));
    return start;
  }

  private static Image image(YamlMapping need, CommandReader commands) {
    for (String key : OF_PROGRAMS) {
      need.refuse(
          key,
          key + " must be left out with image, was given",
          "Remove it: the image says what is started, and its digest which version.");
    }
    String advice = "Write its name and tag, such as image: postgres:16.";
    return new Image(
        need.optional(
            "image",
            "",
            node -> {
              node.text(advice);
              return node.matching(IMAGE, "must be the name of a container image", advice);
            }),
        need.required(
                "port",
                "Write the port it listens on in its container, such as port: 5432.",
                node -> node.whole(1, 65_535))
            .orElse(1),
        need.optional("args", List.of(), commands::args));
  }
}
