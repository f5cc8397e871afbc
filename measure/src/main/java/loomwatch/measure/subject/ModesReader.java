package loomwatch.measure.subject;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.results.Launch.Mode;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads {@code modes}: which there are, and what a start has in addition in each. */
final class ModesReader {
  static final List<String> LABELS = Arrays.stream(Mode.values()).map(Mode::label).toList();
  static final List<String> KEYS = List.of("args", "environment");

  private final Problems problems;
  private final CommandReader commands;

  ModesReader(Problems problems, CommandReader commands) {
    this.problems = problems;
    this.commands = commands;
  }

  /** Platform alone when nothing is given. */
  Map<Mode, Variant> read(Optional<Node> node) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    if (node.isEmpty()) {
      modes.put(Mode.PLATFORM, Variant.PLAIN);
      return modes;
    }
    Fields.of(node.get(), "modes", LABELS, problems)
        .ifPresent(fields -> {
          for (Mode mode : Mode.values()) {
            fields.get(mode.label()).ifPresent(given -> modes.put(mode, variant(given, mode)));
          }
          if (node.get() instanceof MappingNode mapping && mapping.getValue().isEmpty()) {
            problems.add(
                node.get(),
                "modes must have platform, virtual or both, had none",
                "Write modes: {platform: {}}, or leave modes out, which means the same.");
          }
        });
    return modes;
  }

  private Variant variant(Node node, Mode mode) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL)) {
      return Variant.PLAIN;
    }
    return Fields.of(node, mode.label(), KEYS, problems)
        .map(fields ->
            new Variant(
                fields.get("args").map(commands::args).orElse(List.of()),
                fields.get("environment").map(commands::environment).orElse(Map.of())))
        .orElse(Variant.PLAIN);
  }
}
