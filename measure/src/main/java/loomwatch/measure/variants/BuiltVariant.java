package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A variant that can be started.
 *
 * @param name {@code base} or {@code head}, or between them {@code runtime} or {@code code}
 * @param jdk that the server and the JMH forks run on
 * @param suite its JMH benchmarks
 * @param extraJvmFlags the variant's own, which {@linkplain loomwatch.measure.launch.JvmFlags#with
 *     override} Loomwatch's
 * @param fault injected into the server, as {@code KIND:SIZE}, or null
 * @param revision the commit, and whether the working tree differed from it
 * @param tomcat its version, from its manifest
 * @param components versions of the rest of its runtime, by name
 * @param serverContent a hash of the classes the server runs, including Tomcat's
 */
public record BuiltVariant(
    String name,
    Jdk jdk,
    ServiceSpec service,
    JmhSuite suite,
    List<String> extraJvmFlags,
    @Nullable String fault,
    Revision revision,
    String tomcat,
    Map<String, String> components,
    String serverContent) {

  private static final String NONE = "none";

  public BuiltVariant {
    extraJvmFlags = List.copyOf(extraJvmFlags);
    components = Map.copyOf(components);
  }

  public static BuiltVariant ofCheckout(Path root, Path jdkHome, @Nullable String fault)
      throws IOException, InterruptedException {
    Revision revision = Revision.ofInstallation(root);
    return ofShipped("head", Jdk.of(jdkHome), root, List.of(), fault, revision);
  }

  /**
   * Returns the server of an unpacked release as both variants, as nothing can be built there.
   *
   * @param commit that the release was packed from
   * @param fault injected into head
   */
  public static BuiltVariants ofRelease(
      Path root, Path jdkHome, String commit, @Nullable String fault) throws IOException {
    Revision revision = new Revision(commit, false);
    Jdk jdk = Jdk.of(jdkHome);
    return new BuiltVariants(
        ofShipped("base", jdk, root, List.of(), null, revision),
        ofShipped("head", jdk, root, List.of(), fault, revision));
  }

  /** Returns a variant of what was built; a release holds no suite. */
  static BuiltVariant ofShipped(
      String name,
      Jdk jdk,
      Path checkout,
      List<String> flags,
      @Nullable String fault,
      Revision revision)
      throws IOException {
    Path server = checkout.resolve("server/target/app");
    Path suite = checkout.resolve("jmh/target/app");
    boolean withSuite = Files.isDirectory(suite);
    return new BuiltVariant(
        name,
        jdk,
        ShippedServer.of(JarContent.classPath(server)),
        withSuite
            ? new JmhSuite(JarContent.classPath(suite), JarContent.ofSuite(suite), Map.of())
            : JmhSuite.NONE,
        flags,
        fault,
        revision,
        JarContent.tomcatVersion(server),
        Map.of(),
        JarContent.ofServer(server));
  }

  public BuiltVariant faulty(String fault) {
    return changed(name, jdk, service, extraJvmFlags, fault);
  }

  public BuiltVariant varied(String other, ServiceSpec start, List<String> flags) {
    List<String> all = new ArrayList<>(extraJvmFlags);
    all.addAll(flags);
    return changed(other, jdk, start, all, fault);
  }

  public BuiltVariant on(Jdk other) {
    return changed(name, other, service, extraJvmFlags, fault);
  }

  /** Returns this with these of a team's own benchmarks alone. */
  public BuiltVariant withBenchmarks(Set<String> names) {
    return new BuiltVariant(
        name,
        jdk,
        service,
        suite.only(names),
        extraJvmFlags,
        fault,
        revision,
        tomcat,
        components,
        serverContent);
  }

  private BuiltVariant changed(
      String called, Jdk runtime, ServiceSpec start, List<String> flags, @Nullable String fault) {
    return new BuiltVariant(
        called, runtime, start, suite, flags, fault, revision, tomcat, components, serverContent);
  }

  /**
   * Requires that flags reach a JVM.
   *
   * @throws VariantException for flags with a program other than java
   */
  public static void requireJvm(ServiceSpec service, List<String> flags) {
    if (!flags.isEmpty() && !service.isJava()) {
      throw new VariantException(
          "flags must be none where start does not begin with java, were %s; let it begin so, or write them into what it starts"
              .formatted(String.join(" ", flags)));
    }
  }

  /**
   * Returns the variant for the record.
   *
   * @param jvmFlags all of the server's, including the variant's own; unused without a JVM
   */
  public Variant variant(List<String> jvmFlags) {
    boolean jvm = service.isJava() || suite.isThere();
    Map<String, String> versions = new TreeMap<>(components);
    versions.putAll(ServiceEnvironment.reported(service));
    return new Variant(
        revision.commit(),
        revision.dirty(),
        tomcat,
        jvm ? jdk.runtimeVersion() : NONE,
        jvm ? jdk.vendor() : NONE,
        service.isJava() ? jvmFlags : extraJvmFlags,
        fault,
        isShippedServer() ? null : service.identity(),
        versions);
  }

  public boolean isShippedServer() {
    return ShippedServer.is(service);
  }

  /** The demo server, by its service file but started from what this build produced. */
  public static final class ShippedServer {
    /** No service file can use this name, as names there begin with a letter or a digit. */
    private static final String NAME = "_loomwatch-server";

    private ShippedServer() {}

    static boolean is(ServiceSpec service) {
      return service.name().equals(NAME);
    }

    public static ServiceSpec of(String classPath) {
      return ServiceFile.shipped()
          .service()
          .in(Path.of("").toAbsolutePath())
          .named(NAME)
          .withClassPath(classPath);
    }
  }

  public record BuiltVariants(BuiltVariant base, BuiltVariant head) {}

  /** A started file whose name varies: {@code *} in its last part stands for any characters. */
  public static final class BuiltFile {
    private static final Predicate<String> BESIDE =
        Pattern.compile(".*(-(sources|javadoc|tests|plain)\\.jar|\\.original)").asMatchPredicate();

    private BuiltFile() {}

    /**
     * Replaces the pattern by the one file that matches.
     *
     * @throws ServiceException for none, or more than one
     */
    static ServiceSpec named(ServiceSpec service) throws IOException {
      int jar = service.start().words().indexOf("-jar") + 1;
      Optional<String> pattern =
          service
              .start()
              .war()
              .map(WebApplication::path)
              .or(() ->
                  jar == 0
                      ? Optional.empty()
                      : service.start().words().stream().skip(jar).findFirst())
              .filter(path -> path.indexOf('*') >= 0);
      return pattern.isEmpty()
          ? service
          : service.given(Map.of(pattern.get(), one(service.directory(), pattern.get())));
    }

    private static String one(Path directory, String pattern) throws IOException {
      List<String> found = matching(directory, pattern);
      if (found.size() != 1) {
        throw new ServiceException(
            "%s must match one file in %s after the build, matched %s;"
                    .formatted(
                        pattern,
                        directory.resolve(folder(pattern)).normalize(),
                        found.isEmpty() ? "none" : String.join(", ", found))
                + " write what the build leaves there, or let it remove older ones, as by clean");
      }
      return folder(pattern) + found.getFirst();
    }

    /**
     * Returns the sorted names of the files that match a path with a {@code *}.
     *
     * @param directory that the path is relative to
     */
    public static List<String> matching(Path directory, String pattern) throws IOException {
      Predicate<String> fits =
          Pattern.compile(
                  Stream.of(pattern.substring(folder(pattern).length()).split("\\*", -1))
                      .map(Pattern::quote)
                      .collect(Collectors.joining(".*")))
              .asMatchPredicate();
      Path folder = directory.resolve(folder(pattern));
      if (!Files.isDirectory(folder)) {
        return List.of();
      }
      List<String> found = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        files.forEach(file -> found.add(String.valueOf(file.getFileName())));
      }
      return found.stream().filter(fits).filter(BESIDE.negate()).sorted().toList();
    }

    private static String folder(String path) {
      return path.substring(0, path.lastIndexOf('/') + 1);
    }
  }
}
