package loomwatch.measure.variants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.loadgen.Leash;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.launch.Shell.BuildLog;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.Sources.OwnContents;
import loomwatch.measure.variants.Sources.Source;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Makes services of SPECs, built with Maven. To be done before the harness is pinned to its CPUs: a
 * build may use all of them. What was built is kept by what it was built from: a result appears
 * whole under its name or not at all, whenever the build is killed; two revisions with the same
 * content share one.
 */
public final class Variants {
  /** Within a result: the hashes of its jars, for telling a result the disk has lost parts of. */
  private static final String SEAL = "content";

  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /**
   * No tests, which are neither measured nor needed for measuring, and no format checks. -U: a
   * version found missing yesterday may be released today.
   */
  private static final List<String> ARGUMENTS =
      List.of("-B -ntp -q -U -pl server,jmh -am -Dmaven.test.skip=true package".split(" ", -1));

  private static final Pattern NO_TOMCAT =
      Pattern.compile(
          "(?:Could not find artifact )?(org\\.apache\\.tomcat\\S*:\\S+:(?:jar|pom):\\S+)"
              + " (?:in |was not found)");

  /** A build takes about 10 MB. */
  private static final int KEPT = 30;

  private final Path root;
  private final Path cache;
  private final List<String> buildCommand;
  private final Jdks jdks;
  private final Children children;
  private final Consumer<String> progress;

  Variants(
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
   * Variants of a checkout, built with Maven, on the JDKs of this machine.
   *
   * @param out the output folder; builds are kept in its {@code variants}
   * @param children ends the build when the harness is stopped
   * @param progress is told one line at a time what is being done
   */
  public static Variants of(Path root, Path out, Children children, Consumer<String> progress) {
    return new Variants(
        root, out.resolve("variants"), List.of("mvn"), Jdks.ofThisMachine(), children, progress);
  }

  /** A variant of which everything is found and nothing built. */
  private record FoundVariant(String name, VariantSpec spec, Jdk jdk, Source source) {}

  /**
   * Finds everything both SPECs name, then builds what was not built before.
   *
   * @throws VariantException when something is not there or does not build; says which variant's
   */
  public BuiltVariants build(VariantSpec base, VariantSpec head)
      throws IOException, InterruptedException {
    Path scratch = BuildCacheCleanup.prepare(cache);
    try {
      Sources sources = new Sources(new Git(root), scratch, new OwnContents());
      FoundVariant foundBase = inVariant("base", () -> find("base", base, sources));
      FoundVariant foundHead = inVariant("head", () -> find("head", head, sources));
      return new BuiltVariants(
          inVariant("base", () -> build(foundBase)), inVariant("head", () -> build(foundHead)));
    } finally {
      BuildCacheCleanup.remove(scratch);
    }
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

  private FoundVariant find(String name, VariantSpec spec, Sources sources)
      throws IOException, InterruptedException {
    if (spec.url() != null) {
      throw new VariantException(
          "url= is for a service of your own: its scenarios stand in a service file, loomwatch.yaml");
    }
    Jdk jdk = jdks.find(spec.jdk());
    requireStarts(jdk, spec.flags());
    String ref = Objects.requireNonNullElse(spec.ref(), Sources.WORKING_TREE);
    return new FoundVariant(name, spec, jdk, sources.find(ref));
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
      throw new VariantException(
          "flags must be such that Java %s starts with them, were \"%s\"; it says%n  %s"
              .formatted(
                  jdk.version(),
                  String.join(" ", flags),
                  output.lines().collect(Collectors.joining("\n  "))));
    }
  }

  private BuiltVariant build(FoundVariant found) throws IOException, InterruptedException {
    Result result = jars(found.name(), found.source(), found.spec().tomcat());
    return new BuiltVariant(
        found.name(),
        found.jdk(),
        ShippedServer.of(JarContent.classPath(result.serverApp())),
        JarContent.classPath(result.suiteApp()),
        found.spec().flags(),
        found.spec().fault(),
        found.source().revision(),
        JarContent.tomcatVersion(result.serverApp()),
        Map.of(),
        result.serverContent(),
        result.suiteContent());
  }

  /** A service's jars. */
  private record Result(Path serverApp, Path suiteApp, String serverContent, String suiteContent) {
    static Result in(Path place) throws IOException {
      Path server = place.resolve("server");
      Path suite = place.resolve("jmh");
      return new Result(server, suite, JarContent.ofServer(server), JarContent.ofSuite(suite));
    }

    String seal() {
      return serverContent + "\n" + suiteContent + "\n";
    }
  }

  /**
   * Builds it unless it was built before.
   *
   * @throws VariantException when it cannot be built
   */
  private Result jars(String variant, Source source, @Nullable String tomcat)
      throws IOException, InterruptedException {
    String version = tomcat == null ? source.tomcat() : tomcat;
    Path place = cache.resolve(key(source, version));
    String what = "%s: %s with Tomcat %s".formatted(variant, source.shown(), version);
    Optional<Result> before = intact(place);
    if (before.isPresent()) {
      Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
      progress.accept("%s was built before (%s)".formatted(what, place));
      return before.get();
    }
    Path log = Path.of(place + ".log");
    progress.accept("%s is being built (log: %s)".formatted(what, log));
    long start = System.nanoTime();
    Result result = buildIn(place, source, version, log);
    progress.accept(
        String.format(
            Locale.ROOT, "%s: built in %.1f s", variant, (System.nanoTime() - start) / 1e9));
    BuildCacheCleanup.thinOut(cache, KEPT);
    return result;
  }

  private String key(Source source, String tomcat) throws IOException {
    Jdk builder = jdks.find(null);
    String all =
        String.join(
            "\n",
            // A change of which must not meet older results.
            String.join(" ", ARGUMENTS),
            source.content(),
            tomcat,
            builder.runtimeVersion(),
            builder.vendor());
    return Sha256.hex(all).substring(0, 20);
  }

  private static Optional<Result> intact(Path place) throws IOException {
    Path seal = place.resolve(SEAL);
    if (!Files.exists(seal)) {
      return Optional.empty();
    }
    try {
      String sealed = Files.readString(seal);
      return Optional.of(Result.in(place)).filter(result -> result.seal().equals(sealed));
    } catch (IOException damaged) {
      // As after a power cut: the names were on the disk and the bytes were not.
      return Optional.empty();
    }
  }

  private Result buildIn(Path place, Source source, String tomcat, Path log)
      throws IOException, InterruptedException {
    Path work = BuildCacheCleanup.workingDirectory(cache, String.valueOf(place.getFileName()));
    BuildCacheCleanup.remove(work);
    try {
      Path sources = work.resolve("sources");
      SharedClone.checkOut(source, sources);
      runMaven(sources, tomcat, log);
      Path result = Files.createDirectories(work.resolve("result"));
      for (String module : List.of("server", "jmh")) {
        Files.move(sources.resolve(module + "/target/app"), result.resolve(module));
      }
      Files.writeString(result.resolve(SEAL), Result.in(result).seal());
      return publish(result, place);
    } finally {
      BuildCacheCleanup.remove(work);
    }
  }

  private static Result publish(Path result, Path place) throws IOException {
    Optional<Result> theirs = intact(place);
    if (theirs.isPresent()) {
      // Another comparison was quicker with the same content.
      return theirs.get();
    }
    BuildCacheCleanup.remove(place);
    try {
      Files.move(result, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Quicker by a hair.
      return intact(place).orElseThrow(() -> new UncheckedIOException(e));
    }
    return Result.in(place);
  }

  /**
   * Builds in place.
   *
   * @throws VariantException with the compiler's words when it fails
   */
  private void runMaven(Path sources, String tomcat, Path log)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(buildCommand);
    arguments.addAll(ARGUMENTS);
    arguments.add("-Dtomcat.version=" + tomcat);
    ProcessBuilder process =
        new ProcessBuilder(Leash.command(arguments))
            .directory(sources.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    ServiceEnvironment.handOn(process.environment());
    process.environment().put("JAVA_HOME", jdks.find(null).home().toString());
    // Maven is done before C2 would have been worth its while.
    process
        .environment()
        .merge("MAVEN_OPTS", "-XX:TieredStopAtLevel=1", (own, first) -> first + " " + own);
    int exitCode = await(children.watch(process.start()), log);
    if (exitCode != 0) {
      throw failure(exitCode, tomcat, log, sources.toRealPath());
    }
    for (String module : List.of("server", "jmh")) {
      if (!Files.isDirectory(sources.resolve(module + "/target/app"))) {
        throw new VariantException(
            "the build must leave jars in %s/target/app, did not: this revision is too old; its log: %s"
                .formatted(module, log));
      }
    }
  }

  private static VariantException failure(int exitCode, String tomcat, Path log, Path sources)
      throws IOException {
    BuildLog said = BuildLog.read(log);
    Optional<String> missing = said.first(NO_TOMCAT);
    if (missing.isPresent()) {
      return new VariantException(
          """
          tomcat must be a version that can be resolved with all it needs, was %s: Maven finds no %s
            Look up the release's number, and whether Maven reaches its repository. The whole log: %s\
          """
              .formatted(tomcat, missing.get(), log));
    }
    List<String> message = new ArrayList<>();
    message.add("the variant must build, did not: the build exited with " + exitCode + " and said");
    said.cause().forEach(line -> message.add(line.replace(sources + "/", "")));
    said.advice(exitCode).ifPresent(message::add);
    message.add("the whole log: " + log);
    return new VariantException(String.join("\n  ", message));
  }

  private static int await(Process process, Path log) throws InterruptedException {
    try {
      if (process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Children.end(process, 0);
    }
    throw new VariantException(
        "the build must end within %d min, did not and was killed; its log: %s"
            .formatted(PATIENCE.toMinutes(), log));
  }
}
