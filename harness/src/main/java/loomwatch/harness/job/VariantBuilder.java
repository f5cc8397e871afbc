package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import loomwatch.harness.job.Installation.Release;
import loomwatch.measure.launch.Children;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.MavenVersions;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Scenario;
import loomwatch.results.yaml.BadFileException;
import org.jspecify.annotations.Nullable;

/**
 * Builds the service to measure, or the demo server.
 *
 * @param children ends a build when the harness is stopped
 * @param progress receives one line for each step
 */
public record VariantBuilder(
    Installation installation, Children children, Consumer<String> progress) {
  /** The names of a comparison's variants in records, plans and reports. */
  public static final List<String> NAMES = List.of("base", "head");

  private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

  public BuiltVariants pair(VariantSpec base, VariantSpec head)
      throws IOException, InterruptedException {
    Optional<ServiceFile> service = installation.spec();
    if (service.isPresent()) {
      return variants(service.get()).build(base, head);
    }
    Path root = installation.root();
    Optional<Release> release = Release.in(root);
    return release.isPresent()
        ? BuiltVariant.ofRelease(root, OWN_JDK, release.get().commit(), head.fault())
        : Variants.ofShipped(root, installation.out(), children, progress).build(base, head);
  }

  /**
   * Builds the service from its folder, without checking out a revision.
   *
   * @param jdk home of the JDK it runs on; null for the service's, or Loomwatch's
   * @param fault a fault injected into the demo server as {@code KIND:SIZE}, or null
   */
  public BuiltVariant alone(@Nullable Path jdk, @Nullable String fault)
      throws IOException, InterruptedException {
    Optional<ServiceFile> service = installation.spec();
    if (service.isEmpty()) {
      return BuiltVariant.ofCheckout(
          installation.root(), Objects.requireNonNullElse(jdk, OWN_JDK), fault);
    }
    if (fault != null) {
      throw new UsageException(
          "--fault is a fault put into the server that ships; %s has none to put in"
              .formatted(service.get().service().name()));
    }
    return variants(service.get()).inPlace(jdk);
  }

  /** Returns the Maven that builds it, to list versions by; empty if another tool builds it. */
  public Optional<MavenVersions> maven() {
    String build = installation.spec().map(file -> file.service().build().orElse("")).orElse("mvn");
    return MavenVersions.of(
        installation.project(), build, children, installation.out().resolve("versions.log"));
  }

  private Variants variants(ServiceFile service) {
    return Variants.of(service, installation.root(), installation.out(), children, progress);
  }

  /**
   * Compares head's service file with the one in use. Head's file decides only the JDK: both
   * variants are built, started and loaded by the file of the working directory, as the author of a
   * change must not choose how it is judged. Differences are reported.
   */
  public static final class HeadServiceFile {
    private static final int MOST_NAMES = 5;

    private HeadServiceFile() {}

    /** Returns what only head's file asks for and is therefore not measured. */
    public static List<String> remarks(ServiceFile used, Path folder) {
      String name = String.valueOf(used.file().getFileName());
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        return List.of();
      }
      try {
        ServiceFile own = ServiceFile.read(file);
        return own.digest().equals(used.digest()) ? List.of() : differences(name, used, own);
      } catch (BadFileException e) {
        return List.of(
            "head's %s cannot be used; it decides nothing here but a JDK it names, and will once it is merged"
                .formatted(name));
      }
    }

    private static List<String> differences(String name, ServiceFile used, ServiceFile own) {
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
          || !used.profiles().equals(own.profiles())
          || !used.benchmarks().equals(own.benchmarks())) {
        remarks.add(
            "head's %s asks for another build, start or load; both variants are measured without that"
                .formatted(name));
      }
      return remarks;
    }

    /** Ignores the name, which defaults to that of the folder. */
    private static boolean startedAlike(ServiceSpec used, ServiceSpec own) {
      return own.build().equals(used.build())
          && own.start().equals(used.start())
          && own.ready().equals(used.ready())
          && own.modes().equals(used.modes())
          && own.connectionSpec().equals(used.connectionSpec())
          && own.components().equals(used.components())
          && own.services().equals(used.services());
    }
  }
}
