package loomwatch.measure.variants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.launch.Shell.BuildLog;
import loomwatch.measure.service.BackingService;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuildCache.BuiltTree;
import loomwatch.measure.variants.BuiltVariant.BuiltFile;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.Sources.SharedClone;
import loomwatch.measure.variants.Sources.Source;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.YamlFile;
import org.jspecify.annotations.Nullable;

/**
 * Builds variants of a service: revisions of its repository, each built by the command of the
 * service file in its own checkout and cached. Both variants use the current service file, so that
 * what is measured, and how, is the same; only {@code jdk} is that of each revision.
 *
 * <p>The demo server is such a service. Maven builds it and the JMH suite, with the Tomcat that the
 * SPEC names in a property. Revisions with the same content share one build.
 *
 * <p>Build before the harness is pinned to its CPUs, as a build may use all of them.
 */
public final class Variants {
  /** Part of the cache key; it changes when builds find something else in their folder. */
  private static final String CHECKOUT = "a shared clone";

  private static final int KEPT = 6;

  /** Generous, as the first build downloads its dependencies. */
  private static final Duration BUILD_PATIENCE = Duration.ofMinutes(20);

  private static final Duration VERSION_PATIENCE = Duration.ofSeconds(30);

  /** Builds without tests or format checks; -U retries missing versions, and C2 is off. */
  private static final String MAVEN =
      "MAVEN_OPTS=\"-XX:TieredStopAtLevel=1 $MAVEN_OPTS\" mvn -B -ntp -q -U -pl server,jmh -am"
          + " -Dmaven.test.skip=true package";

  private static final Pattern NO_TOMCAT =
      Pattern.compile(
          "(?:Could not find artifact )?(org\\.apache\\.tomcat\\S*:\\S+:(?:jar|pom):\\S+)"
              + " (?:in |was not found)");

  private final ServiceSpec service;
  private final boolean shipped;
  private final String file;
  private final Optional<ServiceFile> withBenchmarks;
  private final WebDeployment deployment;
  private final Path cache;
  private final Jdks jdks = Jdks.ofThisMachine();
  private final Children children;
  private final Consumer<String> progress;

  /**
   * Creates a builder for a service, with the JDKs of this machine.
   *
   * @param file name of its service file; empty for none
   * @param root of Loomwatch's built checkout, whose Tomcat deploys web applications
   * @param out the output folder; builds are cached in its {@code variants}
   * @param children ends the build when the harness is stopped
   * @param progress receives a line for each step
   */
  public Variants(
      ServiceSpec service,
      String file,
      Path root,
      Path out,
      Children children,
      Consumer<String> progress) {
    this(service, file, Optional.empty(), root, out, children, progress);
  }

  private Variants(
      ServiceSpec service,
      String file,
      Optional<ServiceFile> withBenchmarks,
      Path root,
      Path out,
      Children children,
      Consumer<String> progress) {
    this.service = service;
    this.withBenchmarks = withBenchmarks;
    this.shipped = ShippedServer.is(service);
    this.file = file;
    this.deployment = new WebDeployment(root.resolve("server/target"));
    this.cache = out.resolve("variants").toAbsolutePath();
    this.children = children;
    this.progress = progress;
  }

  public static Variants of(
      ServiceFile file, Path root, Path out, Children children, Consumer<String> progress) {
    String name = String.valueOf(file.file().getFileName());
    return new Variants(
        file.service(),
        name,
        Optional.of(file).filter(each -> each.benchmarks().isPresent()),
        root,
        out,
        children,
        progress);
  }

  public static Variants ofShipped(
      Path root, Path out, Children children, Consumer<String> progress) {
    return ofShipped(root, out, MAVEN, children, progress);
  }

  static Variants ofShipped(
      Path root, Path out, String build, Children children, Consumer<String> progress) {
    ServiceSpec server = ShippedServer.of("").in(root).builtBy(build);
    return new Variants(server, "", root, out, children, progress);
  }

  /**
   * Builds head in its own folder.
   *
   * @param jdkHome of the JDK that builds and runs it; null for the one it names
   */
  public BuiltVariant inPlace(@Nullable Path jdkHome) throws IOException, InterruptedException {
    Files.createDirectories(cache);
    if (service.start().url().isPresent()) {
      return remote("head", service);
    }
    Jdk jdk = jdkHome == null ? jdk(file, service.jdk()) : Jdk.of(jdkHome);
    requireVirtualThreads(jdk);
    // The revision is read before the build, which may change tracked files.
    Revision revision = Revision.of(service.folder());
    for (ServiceSpec each : BenchmarkJar.built(withBenchmarks, service)) {
      Path log = cache.resolve("in-place.log");
      progress.accept("building %s: %s (log: %s)".formatted(each.name(), line(each), log));
      runBuild(each, jdk, log);
    }
    BuiltVariant head =
        ofService(
            "head",
            jdk,
            deployment.of(service, null),
            List.of(),
            revision,
            "",
            VersionOverrides.NONE);
    BenchmarkJar.requireMeant(withBenchmarks, List.of(head));
    return head;
  }

  /**
   * A variant whose sources and JDKs are found, not built yet.
   *
   * @param builder the JDK that builds it
   * @param jdk the JDK that runs it
   * @param there the service in the folder where it will be built
   * @param shown its name in messages
   */
  private record FoundVariant(
      String name,
      VariantSpec spec,
      Source source,
      Jdk builder,
      Jdk jdk,
      ServiceSpec there,
      BuiltTree tree,
      VersionOverrides overrides,
      String shown) {}

  /**
   * Finds both revisions, then builds those that are not cached.
   *
   * @throws VariantException if something is missing, or the demo server does not build; names the
   *     variant
   * @throws ServiceException if a service does not build
   */
  public BuiltVariants build(VariantSpec base, VariantSpec head)
      throws IOException, InterruptedException {
    if (!shipped
        && (service.start().url().isPresent() || base.url() != null || head.url() != null)) {
      return new BuiltVariants(remote("base", base), remote("head", head));
    }
    Path scratch = BuildCache.prepare(cache);
    try {
      Sources sources = Sources.of(service.folder(), scratch, shipped);
      FoundVariant foundBase = inVariant("base", () -> find("base", base, sources));
      FoundVariant foundHead = inVariant("head", () -> find("head", head, sources));
      BuiltVariants both =
          new BuiltVariants(
              inVariant("base", () -> build(foundBase)), inVariant("head", () -> build(foundHead)));
      BenchmarkJar.requireMeant(withBenchmarks, List.of(both.base(), both.head()));
      return both;
    } finally {
      BuildCache.remove(scratch);
    }
  }

  private static String line(ServiceSpec built) {
    return built.build().orElse("");
  }

  private interface Work<T> {
    T done() throws IOException, InterruptedException;
  }

  private static <T> T inVariant(String name, Work<T> work)
      throws IOException, InterruptedException {
    try {
      return work.done();
    } catch (VariantException e) {
      throw new VariantException(name + ": " + e.getMessage(), e);
    }
  }

  private BuiltVariant remote(String name, VariantSpec spec) throws IOException {
    URI url = spec.url() == null ? service.start().url().orElse(null) : spec.url();
    if (url == null || !spec.equals(VariantSpec.running(spec.url()))) {
      throw new VariantException(
          name
              + ": both variants must have url= alone where one has it; what runs elsewhere is neither"
              + " built nor started here");
    }
    return remote(name, service.at(url));
  }

  private BuiltVariant remote(String name, ServiceSpec there) throws IOException {
    return new BuiltVariant(
        name,
        jdks.find(null),
        there,
        JmhSuite.NONE,
        List.of(),
        null,
        new Revision("unknown", false),
        "none",
        Map.of(),
        there.start().url().orElseThrow().toString());
  }

  /** Refuses an older JDK for what needs virtual threads. */
  private void requireVirtualThreads(Jdk jdk) {
    if (shipped || service.start().war().isPresent()) {
      jdk.requireVirtualThreads("");
    } else if (service.modes().containsKey(Mode.VIRTUAL)) {
      jdk.requireVirtualThreads("; for platform threads alone write modes: {platform: {}}");
    }
  }

  private FoundVariant find(String name, VariantSpec spec, Sources sources)
      throws IOException, InterruptedException {
    requireFits(spec);
    Source source = sources.find(Objects.requireNonNullElse(spec.ref(), Sources.WORKING_TREE));
    Jdk builder = shipped ? jdks.find(null) : jdk(source, sources.prefix());
    Jdk jdk = spec.jdk() == null ? builder : jdks.find(spec.jdk());
    requireVirtualThreads(jdk);
    String shown = source.shown();
    VersionOverrides overrides = VersionOverrides.NONE;
    ServiceSpec built;
    if (shipped) {
      requireStarts(jdk, spec.flags());
      String tomcat = Objects.requireNonNullElse(spec.tomcat(), source.tomcat());
      built = service.builtBy(service.build().orElseThrow() + " -Dtomcat.version=" + tomcat);
      shown += " with Tomcat " + tomcat;
    } else {
      boolean deployed = service.start().war().isPresent();
      built = deployment.of(service, deployed ? spec.tomcat() : null);
      overrides = new VersionOverrides(spec.libraries(), deployed ? null : spec.tomcat());
      shown += overrides.isEmpty() ? "" : " with " + overrides.shown();
    }
    String key =
        String.join(
            "\n",
            CHECKOUT,
            shipped ? source.content() : source.revision().commit() + "\n" + source.tree(),
            sources.prefix(),
            BenchmarkJar.built(withBenchmarks, built).stream()
                .map(Variants::line)
                .collect(Collectors.joining("\n")),
            overrides.shown(),
            builder.runtimeVersion(),
            builder.vendor());
    BuiltTree tree = new BuiltTree(cache.resolve(Sha256.hex(key).substring(0, 20)));
    ServiceSpec there = built.in(tree.place().resolve(sources.prefix()));
    return new FoundVariant(name, spec, source, builder, jdk, there, tree, overrides, shown);
  }

  private void requireFits(VariantSpec spec) {
    if (shipped && spec.url() != null) {
      throw new VariantException(
          "url= is for a service of your own: its scenarios stand in a service file, loomwatch.yaml");
    }
    if (spec.fault() != null && !shipped) {
      throw new VariantException(
          "fault= is for the server that ships; of a service of your own name revisions with ref=, a"
              + " JDK with jdk=, versions with boot=, tomcat= and dep=, and flags with flags=");
    }
    if (shipped && !spec.libraries().isEmpty()) {
      throw new VariantException(
          "boot= and dep= are for a service of your own; of the server that ships name a Tomcat with"
              + " tomcat=");
    }
    if (withBenchmarks.isEmpty() || !service.start().words().isEmpty()) {
      BuiltVariant.requireJvm(service, spec.flags());
    }
  }

  /** Checks before a build whether a JVM accepts the flags, alone and together with Loomwatch's. */
  private static void requireStarts(Jdk jdk, List<String> flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(jdk.home().resolve("bin/java").toString()));
    command.addAll(JvmFlags.forTrying(flags));
    command.add("-version");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new VariantException(
          "flags must be such that Java %s starts with them, were \"%s\"; it says%n  %s"
              .formatted(
                  jdk.version(),
                  String.join(" ", flags),
                  output.lines().collect(Collectors.joining("\n  "))));
    }
  }

  private BuiltVariant build(FoundVariant found) throws IOException, InterruptedException {
    if (found.tree().isWhole()) {
      restore(found);
      progress.accept(
          "%s: %s was built before (%s)"
              .formatted(found.name(), found.shown(), found.tree().place()));
    } else {
      makeTree(found);
    }
    return shipped
        ? BuiltVariant.ofShipped(
            found.name(),
            found.jdk(),
            found.tree().place(),
            found.spec().flags(),
            found.spec().fault(),
            found.source().revision())
        : ofService(
            found.name(),
            found.jdk(),
            found.there(),
            found.spec().flags(),
            found.source().revision(),
            found.source().content() + found.overrides().shown(),
            found.overrides());
  }

  private void restore(FoundVariant found) {
    try {
      found.tree().restore();
    } catch (IOException | UncheckedIOException e) {
      progress.accept(
          "%s: what servers wrote into %s stays, it cannot be removed: %s"
              .formatted(found.name(), found.tree().place(), e.getMessage()));
    }
  }

  private void makeTree(FoundVariant found) throws IOException, InterruptedException {
    BuiltTree tree = found.tree();
    tree.clear();
    String missing = String.join(", ", SharedClone.checkOut(found.source(), tree.place()));
    Path log = Path.of(tree.place() + ".log");
    progress.accept("%s: %s is being built (log: %s)".formatted(found.name(), found.shown(), log));
    long start = System.nanoTime();
    found.overrides().apply(found.there().folder());
    try {
      for (ServiceSpec each : BenchmarkJar.built(withBenchmarks, found.there())) {
        runBuild(each, found.builder(), log);
      }
    } catch (ServiceException failed) {
      throw explained(failed, missing, log);
    }
    if (shipped) {
      requireJars(tree.place(), log);
    }
    if (missing.isEmpty()) {
      tree.complete();
    } else { // it is not cached, as they may be present next time
      progress.accept(
          "%s: submodules are empty, as they are here: %s".formatted(found.name(), missing));
    }
    progress.accept(
        String.format(
            Locale.ROOT, "%s: built in %.1f s", found.name(), (System.nanoTime() - start) / 1e9));
    BuildCache.thinOut(cache, KEPT);
  }

  private RuntimeException explained(ServiceException failed, String missing, Path log)
      throws IOException {
    if (shipped) {
      Optional<String> unknown = BuildLog.read(log).first(NO_TOMCAT);
      String message =
          unknown.isEmpty()
              ? String.valueOf(failed.getMessage())
              : """
              tomcat must be a version that can be resolved with all it needs: Maven finds no %s
                Look up the release's number, and whether Maven reaches its repository. The whole log: %s\
              """
                  .formatted(unknown.get(), log);
      return new VariantException(message, failed);
    }
    if (missing.isEmpty()) {
      return failed;
    }
    ServiceException more =
        new ServiceException(
            "%s%n  Submodules are empty, as they are here: %s. To fill them: git submodule update --init --recursive"
                .formatted(failed.getMessage(), missing));
    more.initCause(failed);
    return more;
  }

  private static void requireJars(Path tree, Path log) {
    for (String module : List.of("server", "jmh")) {
      if (!Files.isDirectory(tree.resolve(module + "/target/app"))) {
        throw new VariantException(
            "the build must leave jars in %s/target/app, did not: this revision is too old; its log: %s"
                .formatted(module, log));
      }
    }
  }

  /**
   * Runs the build command in the service's folder, if there is one.
   *
   * @param jdk whose home is {@code JAVA_HOME} and first on the PATH
   */
  private void runBuild(ServiceSpec there, Jdk jdk, Path log)
      throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of("JAVA_HOME", jdk.home().toString(), "PATH", jdk.home().resolve("bin").toString());
    boolean ofService =
        !shipped && withBenchmarks.map(file -> !file.scenarios().isEmpty()).orElse(true);
    String advice =
        "It was built with JDK %s (%s)%s"
            .formatted(
                jdk.version(),
                jdk.home(),
                ofService ? "; another is chosen by jdk: in loomwatch.yaml." : ".");
    Shell.Command command =
        new Shell.Command(
            "the build of " + (shipped ? "the server that ships" : there.name()),
            line(there),
            there.folder(),
            environment,
            BUILD_PATIENCE,
            advice);
    try {
      new Shell(children).run(command, log);
    } catch (ServiceException failure) {
      throw BenchmarkJar.failed(withBenchmarks, there, failure);
    }
  }

  private BuiltVariant ofService(
      String name,
      Jdk jdk,
      ServiceSpec there,
      List<String> flags,
      Revision revision,
      String content,
      VersionOverrides overrides)
      throws IOException, InterruptedException {
    ServiceSpec built = BuiltFile.named(there);
    ServiceLibraries libraries = ServiceLibraries.of(built);
    overrides.requireBuilt(libraries.jars());
    Map<String, String> components = new TreeMap<>(libraries.versions());
    for (BackingService backing : built.services()) {
      version(backing, built)
          .ifPresent(version -> components.put("services." + backing.name(), version));
    }
    JmhSuite suite = JmhSuite.NONE;
    if (withBenchmarks.isPresent()) {
      Path log = cache.resolve("benchmarks-of-" + name + ".log");
      suite = new BenchmarkJar(withBenchmarks.get()).read(name, built.folder(), jdk, log, children);
    }
    return new BuiltVariant(
        name, jdk, built, suite, flags, null, revision, libraries.tomcat(), components, content);
  }

  /** Returns a backing service's version, or its image and digest; empty if unknown. */
  private Optional<String> version(BackingService backing, ServiceSpec built)
      throws IOException, InterruptedException {
    if (backing.image().isPresent()) {
      return Optional.of(BackingServices.imageVersion(backing.name(), backing.image().get()));
    }
    if (backing.version().isEmpty()) {
      return Optional.empty();
    }
    String line = backing.version().get();
    Path log = cache.resolve("version-of-" + backing.name() + ".log");
    new Shell(children)
        .run(
            new Shell.Command(
                "version of the backing service " + backing.name(),
                line,
                built.folder(),
                backing.environment(),
                VERSION_PATIENCE,
                ""),
            log);
    Optional<String> printed =
        Shell.lines(log).stream().map(String::strip).filter(each -> !each.isEmpty()).findFirst();
    if (printed.isEmpty()) {
      throw new ServiceException(
          "version of the backing service %s (%s) must print its version, printed nothing; fix it, or leave it out"
              .formatted(backing.name(), line));
    }
    return printed;
  }

  /**
   * Returns the JDK that the revision's service file names, or the current one if it has none.
   *
   * @throws loomwatch.results.yaml.BadFileException if the file's JDK is invalid
   */
  private Jdk jdk(Source source, String prefix) throws IOException, InterruptedException {
    String where = source.tree() + ":" + prefix + file;
    Git.Answer size = source.git().ask("cat-file", "-s", where);
    if (!size.worked() || Long.parseLong(size.out()) > YamlFile.MOST_BYTES) {
      return jdk(file, service.jdk());
    }
    String shown = source.named() + ":" + prefix + file;
    String text = source.git().tell("cat-file", "blob", where);
    return jdk(shown, ServiceFile.jdk(shown, text));
  }

  /** Returns the JDK of that version, by default the one that runs Loomwatch. */
  private Jdk jdk(String shown, Optional<String> version) throws IOException {
    try {
      return jdks.builder(version.orElse(null));
    } catch (VariantException e) {
      throw new VariantException(
          "%s names jdk %s; %s".formatted(shown, version.orElse("none"), e.getMessage()), e);
    }
  }
}
