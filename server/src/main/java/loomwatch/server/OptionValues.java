package loomwatch.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The {@code --name value} pairs of a command line. */
final class OptionValues {
  static final Set<String> KNOWN =
      Set.of(
          "mode",
          "address",
          "port",
          "max-threads",
          "min-spare-threads",
          "max-connections",
          "accept-count",
          "processor-cache",
          "seed",
          "handicap",
          "war");

  private final Map<String, List<String>> values = new TreeMap<>();

  private OptionValues() {}

  static OptionValues parse(String... args) {
    OptionValues parsed = new OptionValues();
    for (int i = 0; i < args.length; i += 2) {
      String name = args[i].startsWith("--") ? args[i].substring(2) : "";
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException("unknown option '" + args[i] + "'; --help lists them");
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " needs a value; --help lists them");
      }
      parsed.values.computeIfAbsent(name, key -> new ArrayList<>()).add(args[i + 1]);
    }
    return parsed;
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  String text(String name, String otherwise) {
    List<String> given = all(name);
    return given.isEmpty() ? otherwise : given.getLast();
  }

  String required(String name) {
    if (all(name).isEmpty()) {
      throw new IllegalArgumentException("--" + name + " is missing; --help lists the options");
    }
    return all(name).getLast();
  }

  int integer(String name, int otherwise, int least) {
    return integer(name, otherwise, least, Integer.MAX_VALUE);
  }

  int integer(String name, int otherwise, int least, int most) {
    String text = text(name, Integer.toString(otherwise));
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Told below, like a number out of range.
    }
    throw new IllegalArgumentException(
        "--%s must be a whole number from %d to %d, was '%s'".formatted(name, least, most, text));
  }
}
