package loomwatch.measure.arms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.loadgen.Leash;
import loomwatch.measure.arms.Sources.Source;
import loomwatch.measure.launch.BuildLog;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Built subjects by what they were built from. A result appears whole under its name or not at all,
 * whenever the build is killed; two revisions with the same content share one.
 */
final class BuildCache {
  /** Within a result: the hashes of its jars, for telling a result the disk has lost parts of. */
  private static final String SEAL = "content";

  /** The first build downloads; longer than this nothing is coming any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /**
   * No tests, which are neither measured nor needed for measuring, and no format checks. -U: a
   * version found missing yesterday may be released today.
   */
  private static final List<String> ARGUMENTS =
      List.of(
          "-B",
          "-ntp",
          "-q",
          "-U",
          "-pl",
          "server,jmh",
          "-am",
          "-Dmaven.test.skip=true",
          "package");

  private static final Pattern NO_TOMCAT =
      Pattern.compile(
          "(?:Could not find artifact )?(org\\.apache\\.tomcat\\S*:\\S+:(?:jar|pom):\\S+)"
              + " (?:in |was not found)");

  /** A build takes about 10 MB. */
  private static final int KEPT = 30;

  private final Path directory;
  private final List<String> command;
  private final Jdk builder;
  private final Children children;
  private final Consumer<String> progress;

  /**
   * Caches in a directory.
   *
   * @param command Maven, or what stands for it; is given Maven's arguments
   * @param builder what the build runs on; its version is part of a result's name
   */
  BuildCache(
      Path directory,
      List<String> command,
      Jdk builder,
      Children children,
      Consumer<String> progress) {
    this.directory = directory;
    this.command = List.copyOf(command);
    this.builder = builder;
    this.children = children;
    this.progress = progress;
  }

  /**
   * A subject's jars.
   *
   * @param serverApp the server's
   * @param suiteApp the JMH suite's
   */
  record Result(Path serverApp, Path suiteApp, String serverContent, String suiteContent) {
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
   * @param arm for telling the progress
   * @throws ArmException when it cannot be built
   */
  Result get(String arm, Source source, @Nullable String tomcat)
      throws IOException, InterruptedException {
    String version = tomcat == null ? source.tomcat() : tomcat;
    Path place = directory.resolve(key(source, version));
    String what = "%s: %s with Tomcat %s".formatted(arm, source.shown(), version);
    Optional<Result> before = intact(place);
    if (before.isPresent()) {
      Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
      progress.accept("%s was built before (%s)".formatted(what, place));
      return before.get();
    }
    Path log = Path.of(place + ".log");
    progress.accept("%s is being built (log: %s)".formatted(what, log));
    long start = System.nanoTime();
    Result result = build(place, source, version, log);
    progress.accept(
        String.format(Locale.ROOT, "%s: built in %.1f s", arm, (System.nanoTime() - start) / 1e9));
    BuildCacheCleanup.thinOut(directory, KEPT);
    return result;
  }

  private String key(Source source, String tomcat) {
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

  private Result build(Path place, Source source, String tomcat, Path log)
      throws IOException, InterruptedException {
    Path work = BuildCacheCleanup.workingDirectory(directory, String.valueOf(place.getFileName()));
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
   * @param tomcat its version, whatever the sources name
   * @param log keeps Maven's output
   * @throws ArmException with the compiler's words when it fails
   */
  private void runMaven(Path sources, String tomcat, Path log)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(ARGUMENTS);
    arguments.add("-Dtomcat.version=" + tomcat);
    ProcessBuilder process =
        new ProcessBuilder(Leash.command(arguments))
            .directory(sources.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    ServiceEnvironment.handOn(process.environment());
    process.environment().put("JAVA_HOME", builder.home().toString());
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
        throw new ArmException(
            "the build must leave jars in %s/target/app, did not: this revision is too old; its log: %s"
                .formatted(module, log));
      }
    }
  }

  private static ArmException failure(int exitCode, String tomcat, Path log, Path sources)
      throws IOException {
    BuildLog said = BuildLog.read(log);
    Optional<String> missing = said.first(NO_TOMCAT);
    if (missing.isPresent()) {
      return new ArmException(
          """
          tomcat must be a version that can be resolved with all it needs, was %s: Maven finds no %s
            Look up the release's number, and whether Maven reaches its repository. The whole log: %s\
          """
              .formatted(tomcat, missing.get(), log));
    }
    List<String> message = new ArrayList<>();
    message.add("the arm must build, did not: the build exited with " + exitCode + " and said");
    said.cause().forEach(line -> message.add(line.replace(sources + "/", "")));
    said.advice(exitCode).ifPresent(message::add);
    message.add("the whole log: " + log);
    return new ArmException(String.join("\n  ", message));
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
    throw new ArmException(
        "the build must end within %d min, did not and was killed; its log: %s"
            .formatted(PATIENCE.toMinutes(), log));
  }

  /**
   * What builds leave in the cache's directory: working directories of killed ones, named {@code
   * .building-WHAT-PID}, and results nobody has used for long.
   */
  static final class BuildCacheCleanup {
    private static final Pattern WORKING = Pattern.compile("\\.building-.+-(\\d+)");

    private BuildCacheCleanup() {}

    /**
     * Makes room in a cache, in which there may be what killed builds left.
     *
     * @return a working directory for what is found in repositories, not there yet
     */
    static Path prepare(Path cache) throws IOException {
      Files.createDirectories(cache);
      sweep(cache);
      Path scratch = workingDirectory(cache.toAbsolutePath(), "snapshot");
      remove(scratch);
      return scratch;
    }

    /** A name for a working directory of this process. */
    static Path workingDirectory(Path cache, String what) {
      return cache.resolve(".building-%s-%d".formatted(what, ProcessHandle.current().pid()));
    }

    /** Removes the working directories of processes that are gone; those of others are in use. */
    private static void sweep(Path cache) throws IOException {
      for (Path path : list(cache)) {
        Matcher working = WORKING.matcher(String.valueOf(path.getFileName()));
        if (working.matches() && !alive(Long.parseLong(working.group(1)))) {
          remove(path);
        }
      }
    }

    private static boolean alive(long pid) {
      return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /**
     * Removes the results least recently used, but none used within a day: it may be running.
     *
     * @param kept how many stay at least
     */
    static void thinOut(Path cache, int kept) throws IOException {
      List<Path> results = new ArrayList<>();
      for (Path path : list(cache)) {
        if (Files.isDirectory(path)
            && !WORKING.matcher(String.valueOf(path.getFileName())).matches()) {
          results.add(path);
        }
      }
      if (results.size() <= kept) {
        return;
      }
      Instant yesterday = Instant.now().minus(1, ChronoUnit.DAYS);
      results.sort(Comparator.comparing(BuildCacheCleanup::lastUse).reversed());
      for (Path old : results.subList(kept, results.size())) {
        if (lastUse(old).isBefore(yesterday)) {
          remove(old);
        }
      }
    }

    private static Instant lastUse(Path path) {
      return Instant.ofEpochMilli(path.toFile().lastModified());
    }

    private static List<Path> list(Path cache) throws IOException {
      List<Path> paths = new ArrayList<>();
      if (Files.isDirectory(cache)) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(cache)) {
          entries.forEach(paths::add);
        }
      }
      return paths;
    }

    /** Removes a directory and all in it, if it is there. */
    static void remove(Path directory) throws IOException {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      List<Path> deepestFirst;
      try (Stream<Path> paths = Files.walk(directory)) {
        deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }
}
