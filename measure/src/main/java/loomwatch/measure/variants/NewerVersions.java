package loomwatch.measure.variants;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.Jdk.Jdks;
import org.jspecify.annotations.Nullable;

/** What a service could be upgraded to, from what it is built and run with. */
public final class NewerVersions {
  private NewerVersions() {}

  /**
   * A newer version.
   *
   * @param key what precedes the version in a SPEC, such as {@code jdk=}
   */
  public record Newer(String key, String from, String to) {
    public String spec() {
      return key + to;
    }

    /** Returns, for example, {@code tomcat 10.1.46 → 10.1.50}. */
    @Override
    public String toString() {
      return "%s %s → %s"
          .formatted(key.replaceFirst("^dep=", "").replaceFirst("[=:]$", ""), from, to);
    }
  }

  /**
   * Returns the newest JDK here of each line that is newer than the service's. Of Tomcat and Spring
   * Boot the newest patch and the newest minor release follow, of libraries also the newest major.
   * Where Maven fails, JDKs are returned alone, unless there are none or libraries were asked for.
   *
   * @param now the service as it is
   * @param maven lists versions; empty for JDKs alone
   * @param progress receives why Maven failed
   * @throws VariantException if the service has no such library
   */
  public static List<Newer> than(
      BuiltVariant now,
      Optional<MavenVersions> maven,
      List<Artifact> libraries,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    List<Newer> newer = new ArrayList<>(jdks(now.jdk(), Jdks.ofThisMachine()));
    if (maven.isEmpty()) {
      return newer;
    }
    try {
      newer.addAll(listed(now, maven.get(), libraries));
    } catch (ServiceException e) {
      if (newer.isEmpty() || !libraries.isEmpty()) {
        throw e;
      }
      progress.accept("only JDKs are found, as Maven fails: " + e.getMessage());
    }
    return newer;
  }

  private static List<Newer> listed(BuiltVariant now, MavenVersions maven, List<Artifact> libraries)
      throws IOException, InterruptedException {
    List<Newer> newer = new ArrayList<>();
    Map<String, String> jars = ServiceLibraries.of(now.service()).jars();
    boolean boot = jars.containsKey(Artifact.BOOT.name());
    boolean deploys = now.isShippedServer() || now.service().start().war().isPresent();
    if (boot || deploys) {
      newer.addAll(steps(maven, Artifact.TOMCAT, now.tomcat(), 1));
    }
    if (boot && !deploys) {
      newer.addAll(steps(maven, Artifact.BOOT, jars.get(Artifact.BOOT.name()), 1));
    }
    for (Artifact library : libraries) {
      String version = jars.get(library.name());
      if (version == null) {
        throw new VariantException(
            "--dep must be a library of the service, %s:%s was not found in what start names; name a version with --to %s…"
                .formatted(library.group(), library.name(), library.key()));
      }
      newer.addAll(steps(maven, library, version, 0));
    }
    return newer;
  }

  static List<Newer> jdks(Jdk now, Jdks jdks) throws IOException {
    Map<Integer, Jdk> newest = new TreeMap<>();
    for (Jdk jdk : jdks.all()) {
      if (Jdk.BY_AGE.compare(jdk, now) > 0 && jdk.isFinished()) {
        newest.merge(
            jdk.feature(), jdk, (one, other) -> Jdk.BY_AGE.compare(one, other) < 0 ? other : one);
      }
    }
    return newest.values().stream()
        .map(jdk -> new Newer("jdk=", now.version(), jdk.version()))
        .filter(each -> !each.from().equals(each.to()))
        .toList();
  }

  /** Returns the newest that share two, one or no numbers with what is used. */
  private static List<Newer> steps(
      MavenVersions maven, Artifact artifact, @Nullable String version, int fewest)
      throws IOException, InterruptedException {
    Optional<Version> now = Version.of(Objects.requireNonNullElse(version, ""));
    return now.isEmpty()
        ? List.of()
        : newest(now.get(), maven.of(artifact), fewest).stream()
            .map(to -> new Newer(artifact.key(), now.get().text(), to))
            .toList();
  }

  static List<String> newest(Version now, List<String> all, int fewest) {
    List<Version> later = now.later(all);
    Set<String> newest = new LinkedHashSet<>();
    for (int shared = 2; shared >= fewest; shared--) {
      int first = shared;
      later.stream()
          .filter(each -> each.agrees(now, first))
          .reduce((one, other) -> other)
          .ifPresent(each -> newest.add(each.text()));
    }
    return List.copyOf(newest);
  }
}
