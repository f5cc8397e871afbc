package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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

    boolean sameToolchain(Found other) {
      return jdk.equals(other.jdk)
          && tomcat().equals(other.tomcat())
          && spec.flags().equals(other.spec.flags());
    }

    boolean sameCode(Found other) {
      return source.content().equals(other.source.content())
          && Objects.equals(spec.handicap(), other.spec.handicap());
    }

    /** This code on that toolchain. */
    Found on(Found toolchain, String name) {
      ArmSpec mixed =
          new ArmSpec(
              spec.ref(),
              toolchain.tomcat(),
              toolchain.spec.jdk(),
              toolchain.spec.flags(),
              spec.handicap());
      return new Found(name, mixed, toolchain.jdk, source);
    }
  }

  /** Which arms are wanted. */
  public enum Wanted {
    /** Base and head. */
    TWO,
    /** The two between them as well, if toolchain and code both changed. */
    BETWEEN_TOO
  }

  /**
   * Finds everything both SPECs name, then builds what was not built before.
   *
   * @throws ArmException when something is not there or does not build; says which arm's
   */
  public BuiltArms build(ArmSpec base, ArmSpec head, Wanted wanted)
      throws IOException, InterruptedException {
    Files.createDirectories(cache);
    Leftovers.sweep(cache);
    Path scratch = Leftovers.workingDirectory(cache.toAbsolutePath(), "snapshot");
    Leftovers.remove(scratch);
    try {
      Sources sources = new Sources(new Git(root), scratch, new OwnContents());
      Found foundBase = inArm("base", () -> find("base", base, sources));
      Found foundHead = inArm("head", () -> find("head", head, sources));
      BuiltArm builtBase = inArm("base", () -> build(foundBase));
      BuiltArm builtHead = inArm("head", () -> build(foundHead));
      return new BuiltArms(
          builtBase,
          builtHead,
          wanted == Wanted.TWO
              ? new Attribution.Unneeded()
              : attribution(foundBase, foundHead, builtHead));
    } finally {
      Leftovers.remove(scratch);
    }
  }

  /**
   * Sources that differ need not differ in what is run, as when all that changed in them is the
   * Tomcat they name: classes decide.
   */
  private Attribution attribution(Found base, Found head, BuiltArm builtHead)
      throws IOException, InterruptedException {
    if (base.sameToolchain(head) || base.sameCode(head)) {
      return new Attribution.Unneeded();
    }
    String between = "base's code on head's toolchain";
    try {
      BuiltArm toolchain = build(base.on(head, "toolchain"));
      if (Changes.between(toolchain, builtHead).none()) {
        return new Attribution.Unneeded();
      }
      between = "head's code on base's toolchain";
      return new Attribution.Mixed(toolchain, build(head.on(base, "code")));
    } catch (ArmException e) {
      progress.accept(between + ": " + e.getMessage());
      return new Attribution.Impossible(
          "It was not measured whose change it is: " + between + " does not build.");
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
        new BuildCache(
                cache, new MavenBuild(buildCommand, builder.home(), children), builder, progress)
            .get(found.name(), found.source(), found.spec().tomcat());
    return new BuiltArm(
        found.name(),
        found.jdk(),
        ShippedServer.of(JarContent.classPath(result.serverApp())),
        JarContent.classPath(result.suiteApp()),
        found.spec().flags(),
        found.spec().handicap(),
        found.source().revision(),
        TomcatJar.version(result.serverApp()),
        result.serverContent(),
        result.suiteContent());
  }
}
