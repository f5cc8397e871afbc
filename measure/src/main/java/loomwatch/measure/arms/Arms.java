package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import loomwatch.measure.arms.BuildCache.BuildCacheCleanup;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.BuiltArm.ShippedServer;
import loomwatch.measure.arms.Jdk.Jdks;
import loomwatch.measure.arms.Sources.OwnContents;
import loomwatch.measure.arms.Sources.Source;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;

/**
 * Makes subjects of SPECs. To be done before the harness is pinned to its CPUs: a build may use all
 * of them.
 */
public final class Arms {
  private final Path root;
  private final Path cache;
  private final List<String> buildCommand;
  private final Jdks jdks;
  private final Children children;
  private final Consumer<String> progress;

  /**
   * Arms of a checkout.
   *
   * @param root the checkout
   * @param cache where builds are kept
   * @param buildCommand Maven, or what stands for it
   */
  Arms(
      Path root,
      Path cache,
      List<String> buildCommand,
      Jdks jdks,
      Children children,
      Consumer<String> progress) {
    this.root = root;
    this.cache = cache;
    this.buildCommand = List.copyOf(buildCommand);
    this.jdks = jdks;
    this.children = children;
    this.progress = progress;
  }

  /**
   * Arms of a checkout, built with Maven, on the JDKs of this machine.
   *
   * @param root the checkout
   * @param out the output folder; builds are kept in its {@code arms}
   * @param children ends the build when the harness is stopped
   * @param progress is told one line at a time what is being done
   */
  public static Arms of(Path root, Path out, Children children, Consumer<String> progress) {
    return new Arms(
        root, out.resolve("arms"), List.of("mvn"), Jdks.ofThisMachine(), children, progress);
  }

  /** An arm of which everything is found and nothing built. */
  private record Found(String name, ArmSpec spec, Jdk jdk, Source source) {

    String tomcat() {
      return Objects.requireNonNullElse(spec.tomcat(), source.tomcat());
    }
  }

  /**
   * Finds everything both SPECs name, then builds what was not built before.
   *
   * @throws ArmException when something is not there or does not build; says which arm's
   */
  public BuiltArms build(ArmSpec base, ArmSpec head) throws IOException, InterruptedException {
    Path scratch = BuildCacheCleanup.prepare(cache);
    try {
      Sources sources = new Sources(new Git(root), scratch, new OwnContents());
      Found foundBase = inArm("base", () -> find("base", base, sources));
      Found foundHead = inArm("head", () -> find("head", head, sources));
      return new BuiltArms(
          inArm("base", () -> build(foundBase)), inArm("head", () -> build(foundHead)));
    } finally {
      BuildCacheCleanup.remove(scratch);
    }
  }

  private interface Work<T> {
    T done() throws IOException, InterruptedException;
  }

  private static <T> T inArm(String name, Work<T> work) throws IOException, InterruptedException {
    try {
      return work.done();
    } catch (ArmException e) {
      ArmException named = new ArmException(name + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  private Found find(String name, ArmSpec spec, Sources sources)
      throws IOException, InterruptedException {
    if (spec.url() != null) {
      throw new ArmException(
          "url= is for a service of your own: its scenarios stand in a subject file, loomwatch.yaml");
    }
    Jdk jdk = jdks.find(spec.jdk());
    requireStarts(jdk, spec.flags());
    String ref = Objects.requireNonNullElse(spec.ref(), Sources.WORKING_TREE);
    return new Found(name, spec, jdk, sources.find(ref));
  }

  /** Flags a JVM refuses, alone or beside ours, are cheaper to know now than after a build. */
  private static void requireStarts(Jdk jdk, List<String> flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(jdk.home().resolve("bin/java").toString()));
    command.addAll(JvmFlags.forTrying(flags));
    command.add("-version");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new ArmException(
          "flags must be such that Java %s starts with them, were \"%s\"; it says%n  %s"
              .formatted(
                  jdk.version(),
                  String.join(" ", flags),
                  output.lines().collect(Collectors.joining("\n  "))));
    }
  }

  private BuiltArm build(Found found) throws IOException, InterruptedException {
    Jdk builder = jdks.find(null);
    BuildCache.Result result =
        new BuildCache(cache, buildCommand, builder, children, progress)
            .get(found.name(), found.source(), found.spec().tomcat());
    return new BuiltArm(
        found.name(),
        found.jdk(),
        ShippedServer.of(JarContent.classPath(result.serverApp())),
        JarContent.classPath(result.suiteApp()),
        found.spec().flags(),
        found.spec().handicap(),
        found.source().revision(),
        JarContent.tomcatVersion(result.serverApp()),
        result.serverContent(),
        result.suiteContent());
  }
}
