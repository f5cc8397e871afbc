package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.measure.arms.Git.Revision;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A subject that can be started.
 *
 * @param name {@code base} or {@code head}, or between them {@code toolchain} or {@code code}
 * @param jdk that the server and the JMH forks run on
 * @param jmhClassPath in {@code java -cp} form; empty where there is no suite
 * @param extraJvmFlags the arm's own, to be put {@linkplain loomwatch.measure.launch.JvmFlags#with
 *     over} Loomwatch's
 * @param handicap a fault injected into the server as {@code KIND:SIZE}, or null
 * @param revision the commit, and whether the working tree differed from it
 * @param tomcat its version, from its manifest
 * @param components versions of what else belongs to its toolchain, by name
 * @param serverContent a hash of the classes the server runs, Tomcat's included
 * @param jmhContent a hash of the classes the JMH suite runs, Tomcat's included
 */
public record BuiltArm(
    String name,
    Jdk jdk,
    ServiceSpec service,
    String jmhClassPath,
    List<String> extraJvmFlags,
    @Nullable String handicap,
    Revision revision,
    String tomcat,
    Map<String, String> components,
    String serverContent,
    String jmhContent) {

  /** In place of a JDK, of what is no JVM or starts one by itself. */
  private static final String NONE = "none";

  public BuiltArm {
    extraJvmFlags = List.copyOf(extraJvmFlags);
    components = Map.copyOf(components);
  }

  /** Head as the launcher has built it from the checkout. */
  public static BuiltArm ofCheckout(Path root, Path jdkHome, @Nullable String handicap)
      throws IOException, InterruptedException {
    Path server = root.resolve("server/target/app");
    Path suite = root.resolve("jmh/target/app");
    return new BuiltArm(
        "head",
        Jdk.of(jdkHome),
        ShippedServer.of(JarContent.classPath(server)),
        JarContent.classPath(suite),
        List.of(),
        handicap,
        Revision.ofInstallation(root),
        JarContent.tomcatVersion(server),
        Map.of(),
        JarContent.ofServer(server),
        JarContent.ofSuite(suite));
  }

  /** The same with a fault put into its server. */
  public BuiltArm handicapped(String fault) {
    return changed(name, jdk, service, extraJvmFlags, fault);
  }

  /** The same under another name, started otherwise. */
  public BuiltArm varied(String other, ServiceSpec start, List<String> flags) {
    List<String> all = new ArrayList<>(extraJvmFlags);
    all.addAll(flags);
    return changed(other, jdk, start, all, handicap);
  }

  /** The same built thing, run on another JDK. */
  public BuiltArm on(Jdk other) {
    return changed(name, other, service, extraJvmFlags, handicap);
  }

  private BuiltArm changed(
      String called, Jdk runtime, ServiceSpec start, List<String> flags, @Nullable String fault) {
    return new BuiltArm(
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
   * @throws ArmException where there are some, and another program is started than java
   */
  public static void requireJvm(String arm, ServiceSpec service, List<String> flags) {
    if (!flags.isEmpty() && !service.isJava()) {
      throw new ArmException(
          "%s: flags must be none where start does not begin with java, were %s; let it begin so, or write them into what it starts"
              .formatted(arm, String.join(" ", flags)));
    }
  }

  /**
   * As it is recorded.
   *
   * @param jvmFlags all of the server's, the arm's own included
   */
  public Subject subject(List<String> jvmFlags) {
    boolean jvm = service.isJava();
    Map<String, String> versions = new TreeMap<>(components);
    versions.putAll(ServiceEnvironment.told(service));
    return new Subject(
        revision.commit(),
        revision.dirty(),
        tomcat,
        jvm ? jdk.runtimeVersion() : NONE,
        jvm ? jdk.vendor() : NONE,
        jvm ? jvmFlags : List.of(),
        handicap,
        isShippedServer() ? null : service.identity(),
        versions);
  }

  /** Whether it is the server of this repository, not a team's service. */
  public boolean isShippedServer() {
    return service.name().equals(ShippedServer.NAME);
  }

  /** The server of this repository, as its subject file says, but started from what we built. */
  public static final class ShippedServer {
    /** No subject file can give it: a name there begins with a letter or a digit. */
    static final String NAME = "_loomwatch-server";

    private ShippedServer() {}

    /**
     * How it is started.
     *
     * @param classPath its jars, in {@code java -cp} form
     */
    public static ServiceSpec of(String classPath) {
      return SubjectFile.shipped()
          .service()
          .in(Path.of("").toAbsolutePath())
          .named(NAME)
          .withClassPath(classPath);
    }
  }

  /** The two arms of a comparison. */
  public record BuiltArms(BuiltArm base, BuiltArm head) {}
}
