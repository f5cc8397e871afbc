package loomwatch.tell.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;

/** Why launches were discarded, in a few words, and what to do about it. */
public final class Discards {
  /** A stall has one usual reason, and a person can do something about it. */
  private static final String QUIETEN =
      "Most likely something else ran on the generator's CPU: quieten the machine (./loomwatch"
          + " doctor) and run again.";

  private Discards() {}

  /** How many were, and by which rules; each rule a launch broke is counted once for it. */
  public static String of(List<Launch> launches) {
    List<Launch> discarded = launches.stream().filter(launch -> !launch.valid()).toList();
    if (discarded.isEmpty()) {
      return "none was discarded.";
    }
    Map<Invalid.Reason, Long> causes =
        discarded.stream()
            .flatMap(launch -> launch.invalid().stream().map(Invalid::cause).distinct())
            .collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting()));
    return "%d discarded as invalid: %s.%s"
        .formatted(
            discarded.size(),
            causes.entrySet().stream()
                .map(cause -> cause.getKey().label() + " (" + cause.getValue() + ")")
                .collect(Collectors.joining(", ")),
            causes.containsKey(Invalid.Reason.GENERATOR_STALLED) ? " " + QUIETEN : "");
  }
}
