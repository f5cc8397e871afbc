package loomwatch.measure.arms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Built subjects by what they were built from. A result appears whole under its name or not at all,
 * whenever the build is killed; two revisions with the same content share one.
 */
final class BuildCache {
  /** Within a result: the hashes of its jars, for telling a result the disk has lost parts of. */
  private static final String SEAL = "content";

  /** A build takes about 10 MB. */
  private static final int KEPT = 30;

  private final Path directory;
  private final MavenBuild build;
  private final Jdk builder;
  private final Consumer<String> progress;

  /**
   * A cache.
   *
   * @param builder what the build runs on; its version is part of a result's name
   */
  BuildCache(Path directory, MavenBuild build, Jdk builder, Consumer<String> progress) {
    this.directory = directory;
    this.build = build;
    this.builder = builder;
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
    Leftovers.thinOut(directory, KEPT);
    return result;
  }

  private String key(Source source, String tomcat) {
    String all =
        String.join(
            "\n",
            MavenBuild.recipe(),
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
    Path work = Leftovers.workingDirectory(directory, String.valueOf(place.getFileName()));
    Leftovers.remove(work);
    try {
      Path sources = work.resolve("sources");
      SharedClone.checkOut(source, sources);
      build.run(sources, tomcat, log);
      Path result = Files.createDirectories(work.resolve("result"));
      for (String module : List.of("server", "jmh")) {
        Files.move(sources.resolve(module + "/target/app"), result.resolve(module));
      }
      Files.writeString(result.resolve(SEAL), Result.in(result).seal());
      return publish(result, place);
    } finally {
      Leftovers.remove(work);
    }
  }

  private static Result publish(Path result, Path place) throws IOException {
    Optional<Result> theirs = intact(place);
    if (theirs.isPresent()) {
      // Another comparison was quicker with the same content.
      return theirs.get();
    }
    Leftovers.remove(place);
    try {
      Files.move(result, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Quicker by a hair.
      return intact(place).orElseThrow(() -> new UncheckedIOException(e));
    }
    return Result.in(place);
  }
}
