package loomwatch.measure.subject;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Scenario;

/**
 * What {@code loomwatch.yaml} says: a service, and what load is put on it.
 *
 * @param file as it was named to the reader
 * @param digest of its text, as {@link loomwatch.results.files.Sha256} writes it
 * @param service how to build and start it, and when it is ready
 * @param scenarios in the order of the file; at least one, each name once
 * @param profiles which of them each measures when none is named, by name; all where it is missing
 */
public record SubjectFile(
    Path file,
    String digest,
    ServiceSpec service,
    List<Scenario> scenarios,
    Map<String, ProfileScenarios> profiles) {

  public SubjectFile {
    scenarios = List.copyOf(scenarios);
    profiles = Collections.unmodifiableMap(new TreeMap<>(profiles));
  }

  /**
   * Names of the scenarios that a profile measures when none is named; an empty list is all of
   * them.
   *
   * @param run of what is measured alone
   * @param compare of what is compared
   */
  public record ProfileScenarios(List<String> run, List<String> compare) {
    /** All, whatever is done with them. */
    public static final ProfileScenarios ALL = new ProfileScenarios(List.of(), List.of());

    public ProfileScenarios {
      run = List.copyOf(run);
      compare = List.copyOf(compare);
    }
  }
}
