package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.subject.SubjectFile;

/**
 * Where Loomwatch is, what it measures, and where that keeps what.
 *
 * @param root the checkout the launcher started from
 * @param subject the file of a team's own service; empty for the server that ships
 * @param out where runs go unless told otherwise, and where the store and the link to the latest
 *     are
 */
public record Installation(Path root, Optional<Path> subject, Path out) {
  /** Looked for where one stands. */
  private static final String SUBJECT = "loomwatch.yaml";

  /** What a project has that is built. */
  private static final List<String> BUILD_FILES =
      List.of("pom.xml", "build.gradle", "build.gradle.kts");

  /** In the folder of a team's file; git does not see it. */
  private static final String KEPT = ".loomwatch";

  /** Names the subject file wherever one stands, such as in a workflow; left empty, it is unset. */
  private static final String NAMED = "LOOMWATCH_SUBJECT";

  /**
   * As the launcher told, or the working directory; of the service that the environment names or
   * that one stands beside, if any.
   *
   * @throws UsageException when the environment names what is no file
   */
  public static Installation ofLauncher() {
    Invocation invocation = Invocation.current();
    String named = invocation.environment().getOrDefault(NAMED, "");
    if (!named.isEmpty()) {
      Path file = invocation.directory().resolve(named).toAbsolutePath().normalize();
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            "%s must name a subject file, was %s, where there is none; correct or unset it"
                .formatted(NAMED, named));
      }
      return of(Optional.of(file));
    }
    Path here = invocation.directory().resolve(SUBJECT).toAbsolutePath();
    return of(Files.isRegularFile(here) ? Optional.of(here) : Optional.empty());
  }

  /** The same for the service of that file. */
  public static Installation of(Optional<Path> subject) {
    Invocation invocation = Invocation.current();
    Path root = invocation.root();
    Path usual = subject.map(file -> folder(file).resolve(KEPT)).orElse(root.resolve("out"));
    return new Installation(root, subject, invocation.out().orElse(usual));
  }

  private static Path folder(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return folder == null ? Path.of("/") : folder;
  }

  /** The folder of what is measured, in its repository. */
  public Path project() {
    return subject.map(Installation::folder).orElse(root);
  }

  /**
   * What the file says.
   *
   * @throws loomwatch.results.yaml.BadFileException when not every word of it makes sense
   */
  public Optional<SubjectFile> service() {
    return subject.map(SubjectFile::read);
  }

  /**
   * The same, where something is to be measured: a release has no server to fall back on, and who
   * stands in a project of their own does not mean that of the checkout.
   *
   * @throws UsageException when there is neither a service nor a checkout
   */
  public Installation measurable() throws IOException {
    if (subject.isEmpty() && (Release.in(root).isPresent() || isElsewhere())) {
      throw new UsageException(
          "there must be a loomwatch.yaml here, was none: stand in the folder of your service, or"
              + " name its file with --subject; ./loomwatch init writes one");
    }
    return this;
  }

  private boolean isElsewhere() throws IOException {
    Path here = Invocation.current().directory().toRealPath();
    return !here.startsWith(root.toRealPath())
        && BUILD_FILES.stream().anyMatch(file -> Files.exists(here.resolve(file)));
  }

  /** What can be measured. */
  public Catalogue catalogue() {
    return service().map(Catalogue::of).orElse(Catalogue.SHIPPED);
  }

  /** Keeps what is measured out of a team's commits. */
  public void hideFromGit() throws IOException {
    if (subject.isPresent() && out.endsWith(KEPT)) {
      Files.createDirectories(out);
      Path ignore = out.resolve(".gitignore");
      if (!Files.exists(ignore)) {
        Files.writeString(ignore, "*\n");
      }
    }
  }

  /** Where logs go of what is tried before it is measured. */
  public Path preflight() {
    return out.resolve("preflight");
  }

  public String serverClassPath() {
    return root.resolve("server/target/app") + "/*";
  }

  /** The sources of the site's pages. */
  public Path pages() {
    return root.resolve("gh-pages");
  }

  public Path thresholds() {
    return project().resolve("thresholds.yaml");
  }
}
