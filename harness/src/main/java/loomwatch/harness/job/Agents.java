package loomwatch.harness.job;

import java.util.List;
import java.util.regex.Pattern;

/** Where remote engines listen. */
final class Agents {
  private static final Pattern PLACE = Pattern.compile("([\\w.-]+):(\\d{1,5})");
  private static final int LAST_PORT = 65_535;

  private Agents() {}

  /**
   * The same, each as host:port.
   *
   * @throws UsageException for one that is not
   */
  static List<String> checked(List<String> agents) {
    for (String agent : agents) {
      var place = PLACE.matcher(agent);
      if (!place.matches() || Integer.parseInt(place.group(2)) > LAST_PORT) {
        throw new UsageException(
            "--agents must be a list of host:port, such as 10.0.0.2:1099,10.0.0.3:1099, had '%s'"
                .formatted(agent));
      }
    }
    return agents;
  }
}
