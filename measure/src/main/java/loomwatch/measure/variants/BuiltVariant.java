package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A variant that can be started.
 *
 * @param name {@code base} or {@code head}, or between them {@code runtime} or {@code code}
 * @param jdk that the server and the JMH forks run on
 * @param jmhClassPath in {@code java -cp} form; empty where there is no suite
 * @param extraJvmFlags the variant's own, to be put {@linkplain
 *     loomwatch.measure.launch.JvmFlags#with over} Loomwatch's
 * @param fault a fault injected into the server as {@code KIND:SIZE}, or null
 * @param revision the commit, and whether the working tree differed from it
 * @param tomcat its version, from its manifest
 * @param components versions of what else belongs to its runtime, by name
 * @param serverContent a hash of the classes the server runs, Tomcat's included
 * @param jmhContent a hash of the classes the JMH suite runs, Tomcat's included
 */
public record BuiltVariant(
    String name,
    Jdk jdk,
    ServiceSpec service,
    String jmhClassPath,
    List<String> extraJvmFlags,
    @Nullable String fault,
    Revision revision,
    String tomcat,
    Map<String, String> components,
    String serverContent,
    String jmhContent) {

  /** In place of a JDK, of what is no JVM or starts one by itself. */
  private static final String NONE = "none";

  public BuiltVariant {
    extraJvmFlags = List.copyOf(extraJvmFlags);
    components = Map.copyOf(components);
  }

  /** Head as the launcher has built it from the checkout. */
  public static BuiltVariant ofCheckout(Path root, Path jdkHome, @Nullable String fault)
      throws IOException, InterruptedException {
    Path server = root.resolve("server/target/app");
    Path suite = root.resolve("jmh/target/app");
    return new BuiltVariant(
        "head",
        Jdk.of(jdkHome),
        ShippedServer.of(JarContent.classPath(server)),
        JarContent.classPath(suite),
        List.of(),
        fault,
        Revision.ofInstallation(root),
        JarContent.tomcatVersion(server),
        Map.of(),
        JarContent.ofServer(server),
        JarContent.ofSuite(suite));
  }

  /** The same with a fault put into its server. */
  public BuiltVariant faulty(String fault) {
    return changed(name, jdk, service, extraJvmFlags, fault);
  }

  /** The same under another name, started otherwise. */
  public BuiltVariant varied(String other, ServiceSpec start, List<String> flags) {
    List<String> all = new ArrayList<>(extraJvmFlags);
    all.addAll(flags);
    return changed(other, jdk, start, all, fault);
  }

  /** The same built thing, run on another JDK. */
  public BuiltVariant on(Jdk other) {
    return changed(name, other, service, extraJvmFlags, fault);
  }

  private BuiltVariant changed(
      String called, Jdk runtime, ServiceSpec start, List<String> flags, @Nullable String fault) {
    return new BuiltVariant(
        called,
        runtime,
        start,
        jmhClassPath,
        flags,
        fault,
        revision,
        tomcat,
        components,
        serverContent,
        jmhContent);
  }

  /**
   * Requires that flags reach a JVM.
   *
   * @throws VariantException where there are some, and another program is started than java
   */
  public static void requireJvm(String variant, ServiceSpec service, List<String> flags) {
    if (!flags.isEmpty() && !service.isJava()) {
      throw new VariantException(
          "%s: flags must be none where start does not begin with java, were %s; let it begin so, or write them into what it starts"
              .formatted(variant, String.join(" ", flags)));
    }
  }

  /**
   * As it is recorded.
   *
   * @param jvmFlags all of the server's, the variant's own included
   */
  public Variant variant(List<String> jvmFlags) {
    boolean jvm = service.isJava();
    Map<String, String> versions = new TreeMap<>(components);
    versions.putAll(ServiceEnvironment.told(service));
    return new Variant(
        revision.commit(),
        revision.dirty(),
        tomcat,
        jvm ? jdk.runtimeVersion() : NONE,
        jvm ? jdk.vendor() : NONE,
        jvm ? jvmFlags : List.of(),
        fault,
        isShippedServer() ? null : service.identity(),
        versions);
  }

  /** Whether it is the server of this repository, not a team's service. */
  public boolean isShippedServer() {
    return service.name().equals(ShippedServer.NAME);
  }

  /** The server of this repository, as its service file says, but started from what we built. */
  public static final class ShippedServer {
    /** No service file can give it: a name there begins with a letter or a digit. */
    static final String NAME = "_loomwatch-server";

    private ShippedServer() {}

    /**
     * How it is started.
     *
     * @param classPath its jars, in {@code java -cp} form
     */
    public static ServiceSpec of(String classPath) {
      return ServiceFile.shipped()
          .service()
          .in(Path.of("").toAbsolutePath())
          .named(NAME)
          .withClassPath(classPath);
    }
  }

  /** The two variants of a comparison. */
  public record BuiltVariants(BuiltVariant base, BuiltVariant head) {}
}
