package loomwatch.judge.thresholds;

import java.nio.file.Path;
import java.util.Set;

/** The policy at the root of the repository and the names it may use. */
final class ShippedPolicy {
  /** What the harness ships, as far as the policy names it. */
  static final Set<String> SCENARIOS =
      Set.of(
          "hello",
          "sleep-50",
          "sleep-50-over",
          "sleep-random",
          "body-64k",
          "list-static",
          "cpu",
          "service-blocking",
          "service-async",
          "jmh-create",
          "jmh-create-batch",
          "jmh-hand-off",
          "jmh-caller");

  static final Path FILE = Path.of("..", "thresholds.yaml");

  private ShippedPolicy() {}
}
