package loomwatch.harness.job;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.Scenario;
import loomwatch.results.yaml.BadFileException;

/**
 * The subject file that head brings along, which decides nothing but its JDK: both arms are built,
 * started and loaded as the file one stands beside says, and who changes a service may not choose
 * how it is judged. What would be measured otherwise is told.
 */
public final class HeadsOwnFile {
  private static final int MOST_NAMES = 5;

  private HeadsOwnFile() {}

  /**
   * What is left out because only head asks for it.
   *
   * @param used what is measured by
   * @param folder where head's tree has the folder of that file
   */
  public static List<String> remarks(SubjectFile used, Path folder) {
    String name = String.valueOf(used.file().getFileName());
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try {
      SubjectFile own = SubjectFile.read(file);
      return own.digest().equals(used.digest()) ? List.of() : differences(name, used, own);
    } catch (BadFileException e) {
      return List.of(
          "head's %s cannot be used; it decides nothing here but a JDK it names, and will once it is merged"
              .formatted(name));
    }
  }

  private static List<String> differences(String name, SubjectFile used, SubjectFile own) {
    Set<String> known = used.scenarios().stream().map(Scenario::name).collect(Collectors.toSet());
    List<Scenario> shared =
        own.scenarios().stream().filter(each -> known.contains(each.name())).toList();
    List<String> remarks = new ArrayList<>();
    own.scenarios().stream()
        .map(Scenario::name)
        .filter(scenario -> !known.contains(scenario))
        .limit(MOST_NAMES)
        .map(scenario ->
            "%s is in head's %s alone: it is measured once that is merged, and decides nothing here"
                .formatted(scenario, name))
        .forEach(remarks::add);
    if (!startedAlike(used.service(), own.service())
        || !used.scenarios().equals(shared)
        || !used.profiles().equals(own.profiles())) {
      remarks.add(
          "head's %s asks for another build, start or load; both arms are measured without that"
              .formatted(name));
    }
    return remarks;
  }

  /** The name is left out: of a file that says none, it is that of the folder. */
  private static boolean startedAlike(ServiceSpec used, ServiceSpec own) {
    return own.build().equals(used.build())
        && own.start().equals(used.start())
        && own.ready().equals(used.ready())
        && own.modes().equals(used.modes())
        && own.connectionSpec().equals(used.connectionSpec())
        && own.components().equals(used.components())
        && own.needs().equals(used.needs());
  }
}
