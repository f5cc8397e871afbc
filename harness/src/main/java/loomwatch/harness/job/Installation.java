package loomwatch.harness.job;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.reporting.publish.UntrustedRun;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The installation of Loomwatch, the service it measures, and the output folder.
 *
 * @param root the checkout from which the launcher started
 * @param service file of the service; empty for the demo server
 * @param out default folder for runs, the store and the link to the latest run
 */
public record Installation(Path root, Optional<Path> service, Path out) {
  /** Searched for in the working directory. */
  private static final String SERVICE = "loomwatch.yaml";

  /** Files that identify a project. */
  private static final List<String> BUILD_FILES =
      List.of("pom.xml", "build.gradle", "build.gradle.kts");

  /** Output folder next to a service file, which Git ignores. */
  private static final String KEPT = ".loomwatch";

  /** Names the service file for any working directory; an empty value counts as unset. */
  public static final String NAMED = "LOOMWATCH_SERVICE";

  /** Returns the installation for the service of the environment or the working directory. */
  public static Installation ofLauncher() {
    Invocation invocation = Invocation.current();
    String named = invocation.environment().getOrDefault(NAMED, "");
    if (!named.isEmpty()) {
      Path file = invocation.directory().resolve(named).toAbsolutePath().normalize();
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            "%s must name a service file, was %s, where there is none; correct or unset it"
                .formatted(NAMED, named));
      }
      return of(Optional.of(file));
    }
    Path here = invocation.directory().resolve(SERVICE).toAbsolutePath();
    return of(Files.isRegularFile(here) ? Optional.of(here) : Optional.empty());
  }

  /** Returns the installation with the service of that file. */
  public static Installation of(Optional<Path> service) {
    Invocation invocation = Invocation.current();
    Path root = invocation.root();
    Path usual = service.map(file -> folder(file).resolve(KEPT)).orElse(root.resolve("out"));
    return new Installation(root, service, invocation.out().orElse(usual));
  }

  private static Path folder(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return folder == null ? Path.of("/") : folder;
  }

  /** Returns the folder of the service in its repository, or the root. */
  public Path project() {
    return service.map(Installation::folder).orElse(root);
  }

  public Optional<ServiceFile> spec() {
    return service.map(ServiceFile::read);
  }

  /**
   * Requires something to measure: a release has no demo server, and in another project's folder
   * the demo server is not what is meant.
   */
  public Installation measurable() throws IOException {
    if (service.isEmpty() && (Release.in(root).isPresent() || isElsewhere())) {
      throw new UsageException(
          "there must be a loomwatch.yaml here, was none: stand in the folder of your service, or"
              + " name its file with --service; ./loomwatch init writes one");
    }
    return this;
  }

  private boolean isElsewhere() throws IOException {
    Path here = Invocation.current().directory().toRealPath();
    return !here.startsWith(root.toRealPath())
        && BUILD_FILES.stream().anyMatch(file -> Files.exists(here.resolve(file)));
  }

  public Catalogue catalogue() {
    return spec().map(Catalogue::of).orElse(Catalogue.SHIPPED);
  }

  /**
   * Requires that a stored run is of the service here. Either its name or its start may have
   * changed since, but not both.
   */
  public void requireMeasured(Path run, MeasurementRecord record) {
    Variant head = record.variant(Side.HEAD);
    String was = head == null ? null : head.service();
    String here = spec().map(file -> file.service().identity()).orElse(null);
    if (!isAlike(was, here)) {
      throw new UsageException(
          "%s must be of %s, which is meant here, was of %s; stand in the folder of what it measured, or set LOOMWATCH_SERVICE to its file"
              .formatted(run, shown(here), shown(was)));
    }
  }

  private static boolean isAlike(@Nullable String was, @Nullable String here) {
    if (was == null || here == null) {
      return was == null && here == null;
    }
    return name(was).equals(name(here)) || start(was).equals(start(here));
  }

  private static String name(String identity) {
    return identity.substring(0, at(identity));
  }

  private static String start(String identity) {
    return identity.substring(at(identity));
  }

  /** Returns the end of the name. */
  private static int at(String identity) {
    int at = identity.lastIndexOf('@');
    return at < 0 ? identity.length() : at;
  }

  private static String shown(@Nullable String identity) {
    return identity == null ? "the server that ships" : name(identity);
  }

  /** Returns the names that a record of another machine may have. */
  public UntrustedRun.Known known() {
    Catalogue catalogue = catalogue();
    return new UntrustedRun.Known(
        List.copyOf(catalogue.byName().values()),
        catalogue.suite()
            ? JmhBenchmarks.scenarios()
            : catalogue.benchmarks().isPresent() ? Set.of(JmhResults.ALL) : Set.of(),
        Stream.concat(Profile.all().stream(), Stream.of(Profile.TRIAL))
            .map(Profile::name)
            .collect(Collectors.toSet()),
        GeneratorChoice.NAMES);
  }

  /** Keeps measurements out of a team's commits. */
  public void hideFromGit() throws IOException {
    if (service.isPresent() && out.endsWith(KEPT)) {
      Files.createDirectories(out);
      Path ignore = out.resolve(".gitignore");
      if (!Files.exists(ignore)) {
        Files.writeString(ignore, "*\n");
      }
    }
  }

  /** Returns the folder for logs of the preflight. */
  public Path preflight() {
    return out.resolve("preflight");
  }

  public String serverClassPath() {
    return root.resolve("server/target/app") + "/*";
  }

  public Path pages() {
    return root.resolve("gh-pages");
  }

  public Path thresholds() {
    return project().resolve("thresholds.yaml");
  }

  /**
   * The version of Loomwatch. An unpacked release has it in the file {@code release}; for a
   * checkout Git knows it.
   *
   * @param version in the format of SemVer
   * @param commit that it was built from; empty when unknown
   * @param changed whether it differs from that commit
   * @param repository of its source as {@code OWNER/NAME}; empty when unknown
   */
  public record Release(
      String version, String commit, boolean changed, Optional<String> repository) {
    private static final String UNRELEASED = "1.0-SNAPSHOT";

    private static final String FILE = "release";

    /** Returns the version of an unpacked release; empty for a checkout. */
    public static Optional<Release> in(Path root) throws IOException {
      Path file = root.resolve(FILE);
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      Properties said = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        said.load(reader);
      }
      return Optional.of(
          new Release(
              said.getProperty("version", "of no version"),
              said.getProperty("commit", ""),
              false,
              Git.hosted(said.getProperty("origin", ""))));
    }

    /** Returns the version of a release or a checkout. */
    public static Release of(Path root) throws IOException, InterruptedException {
      Optional<Release> packed = in(root);
      if (packed.isPresent()) {
        return packed.get();
      }
      Revision revision = Revision.ofInstallation(root);
      return new Release(
          UNRELEASED,
          revision.known() ? revision.commit() : "",
          revision.dirty(),
          Git.origin(root));
    }
  }
}
