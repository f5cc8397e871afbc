package loomwatch.results.study;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Launch;
import loomwatch.results.Mode;

/**
 * One combination of levels: what is launched once in every block.
 *
 * @param levels of each factor, by its name
 * @param arm under which its launches are recorded
 * @param mode how its threads serve requests; of a benchmark the kind of thread used
 * @param scenario under which its launches are recorded; of a benchmark its own name
 */
public record StudyCell(Map<String, String> levels, String arm, Mode mode, String scenario) {
  public StudyCell {
    levels = Collections.unmodifiableMap(new TreeMap<>(levels));
  }

  /** Whether that launch is one of its. */
  public boolean has(Launch launch) {
    return launch.arm().equals(arm) && launch.mode() == mode && launch.scenario().equals(scenario);
  }

  /** Whether it has all those levels. */
  public boolean isOf(Map<String, String> some) {
    return levels.entrySet().containsAll(some.entrySet());
  }
}
