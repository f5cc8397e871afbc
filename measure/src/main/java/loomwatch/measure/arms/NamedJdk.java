package loomwatch.measure.arms;

import java.io.IOException;
import java.util.Optional;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.yaml.YamlFile;

/**
 * The JDK that a service's subject file names: of each revision the one that its own file does.
 *
 * @param service as the file here has it
 * @param file that file's name
 * @param jdks of this machine
 */
record NamedJdk(ServiceSpec service, String file, Jdks jdks) {
  /** As the file here says; the one that runs Loomwatch where it names none. */
  Jdk here() throws IOException {
    return find("", file, service.jdk());
  }

  /**
   * As the revision's file says; that of the file here where the revision has no such file.
   *
   * @param prefix the service's folder within the repository, ending in a slash; empty for its root
   * @throws loomwatch.results.yaml.BadFileException when what it names makes no sense
   */
  Jdk of(String arm, Source source, String prefix) throws IOException, InterruptedException {
    String where = source.tree() + ":" + prefix + file;
    Git.Answer size = source.git().ask("cat-file", "-s", where);
    if (!size.worked() || Long.parseLong(size.out()) > YamlFile.MOST_BYTES) {
      return find(arm + ": ", file, service.jdk());
    }
    String shown = source.named() + ":" + prefix + file;
    return find(
        arm + ": ", shown, SubjectFile.jdk(shown, source.git().tell("cat-file", "blob", where)));
  }

  private Jdk find(String arm, String shown, Optional<String> version) throws IOException {
    try {
      return jdks.builder(version.orElse(null));
    } catch (ArmException e) {
      ArmException named =
          new ArmException(
              "%s%s names jdk %s; %s".formatted(arm, shown, version.get(), e.getMessage()));
      named.initCause(e);
      throw named;
    }
  }
}
