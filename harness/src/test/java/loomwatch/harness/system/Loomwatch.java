package loomwatch.harness.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import loomwatch.harness.inprocess.InProcess;
import loomwatch.harness.job.Invocation;

/** The command line as a child process of a test. */
final class Loomwatch {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long SIGINT_BIT = 1L << 1;
  private static final Duration PATIENCE = Duration.ofMinutes(12);

  private final Path directory;
  private final Path root;
  private final Path standing;
  private final Map<String, String> environment;
  private final boolean steps;

  /** On this checkout; standard output and error go to files in that directory. */
  Loomwatch(Path directory) {
    this(directory, ROOT, Path.of(""), Map.of(), false);
  }

  private Loomwatch(
      Path directory, Path root, Path standing, Map<String, String> environment, boolean steps) {
    this.directory = directory;
    this.root = root;
    this.standing = standing.toAbsolutePath();
    this.environment = Map.copyOf(environment);
    this.steps = steps;
  }

  /** On another checkout and in it, with more variables set. */
  Loomwatch of(Path checkout, Map<String, String> more) {
    return new Loomwatch(directory, checkout, checkout, more, steps);
  }

  /** In another folder. */
  Loomwatch standingIn(Path folder) {
    return new Loomwatch(directory, root, folder, environment, steps);
  }

  /** One that tells its steps as on a terminal, for {@link #awaitStep}. */
  Loomwatch tellingSteps() {
    return new Loomwatch(directory, root, standing, environment, true);
  }

  /** What a command left behind. */
  record Ended(int exitCode, String out, String err) {}

  /**
   * The program as it was packed, and its classes as the launcher has them: ready to be used. They
   * are those of a run whose servers do not start.
   */
  private static final class Archive {
    static final String CLASS_PATH = Path.of("target/app").toAbsolutePath() + "/*";
    static final Path FILE = Path.of("target/system-tests.archive").toAbsolutePath();

    static {
      try {
        Path run = Files.createTempDirectory("archived-run");
        Path jdk = FakeJdk.whoseServers(run.resolve("jdk"), "exit 3");
        Files.deleteIfExists(FILE);
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:ArchiveClassesAtExit=" + FILE,
                "-Xlog:disable",
                "-Djava.io.tmpdir=" + run,
                "-Dloomwatch.root=" + ROOT,
                "-cp",
                CLASS_PATH,
                "loomwatch.harness.Main",
                "run",
                "--profile=trial",
                "--scenario=hello",
                "--jdk=" + jdk,
                "--out=" + run.resolve("out"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        if (!Files.exists(FILE)) {
          throw new IllegalStateException(
              "the harness must be packed in " + CLASS_PATH + ", was not: mvn verify packs it");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Process start(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(heedingInterrupts(program(arguments)))
            .directory(standing.toFile())
            .redirectOutput(directory.resolve("stdout").toFile())
            .redirectError(directory.resolve("stderr").toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Returns what starts it. */
  List<String> program(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + directory,
                "-Dloomwatch.root=" + root,
                "-Dloomwatch.out=" + out(),
                "-Dloomwatch.progress=" + (steps ? "terminal" : "log"),
                "-XX:SharedArchiveFile=" + Archive.FILE,
                "-cp",
                Archive.CLASS_PATH));
    command.addAll(quiet());
    command.add("loomwatch.harness.Main");
    command.addAll(List.of(arguments));
    return command;
  }

  /** What the launcher has of the JVM's logging, on which JFR's reader depends. */
  private static List<String> quiet() throws IOException {
    String launcher = Files.readString(Path.of("../loomwatch"));
    String listed = launcher.replaceAll("(?s).*\nquiet=\\(([^)]+)\\)\n.*", "$1");
    return List.of(listed.replace("\"", "").split(" "));
  }

  /** Of a build in the background SIGINT is ignored, and so by what it starts (POSIX sh, 2.12). */
  static List<String> heedingInterrupts(List<String> command) throws IOException {
    String ignored =
        Files.readString(Path.of("/proc/self/status"))
            .replaceAll("(?s).*SigIgn:\\s*(\\w+).*", "$1");
    if ((Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT) == 0) {
      return command;
    }
    List<String> heeding = new ArrayList<>(List.of("env", "--default-signal=INT"));
    heeding.addAll(command);
    return heeding;
  }

  /** Where runs and built variants are. */
  Path out() {
    return directory.resolve("out");
  }

  /** Waits until a run tells that it is doing something. */
  void awaitStep(Process run, String step) throws IOException, InterruptedException {
    await(step, () -> !run.isAlive() || text(directory.resolve("stderr")).contains(step));
    if (!run.isAlive()) {
      throw new AssertionError("ended before it was " + step + ": " + err());
    }
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return end(start(arguments));
  }

  /**
   * Runs a command in this JVM, a second quicker than {@link #run}: one that takes no load to a
   * server, for which the process is kept on some of the CPUs, and needs no variables of its own.
   */
  Ended call(String... arguments) {
    Path here = Path.of("");
    Path from = standing.equals(here.toAbsolutePath()) ? here : standing;
    InProcess ended =
        InProcess.run(
            new Invocation(root, Optional.of(out()), from, directory, environment), arguments);
    return new Ended(ended.exitCode(), ended.out(), ended.err());
  }

  Ended end(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + PATIENCE + ": " + err());
    }
    return new Ended(process.exitValue(), Files.readString(directory.resolve("stdout")), err());
  }

  /** As it looks in the end: without the steps, each of which is written over the last. */
  String err() throws IOException {
    return Files.readString(directory.resolve("stderr"))
        .replaceAll("\r\033\\[2K[^\r\n]*(?=\r)", "")
        .replace("\r\033[2K", "");
  }

  /** Sends a signal. */
  static void signal(String name, long pid) throws IOException, InterruptedException {
    command("kill", "-" + name, Long.toString(pid));
  }

  /** Runs a program that has to work, and returns what it said. */
  static String command(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(String.join(" ", command) + ": " + said);
    }
    return said.strip();
  }

  /** Runs git in a folder, as somebody, and returns what it said. */
  static String git(Path folder, String... arguments) throws IOException, InterruptedException {
    return command(
        with(
            arguments,
            "git",
            "-C",
            folder.toString(),
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.org"));
  }

  /** Commits all that is in a folder's repository. */
  static void commit(Path folder, String message) throws IOException, InterruptedException {
    git(folder, "add", "--all");
    git(folder, "commit", "-q", "-m", message);
  }

  /** The words of a command on a service of that file. */
  static String[] on(Path serviceFile, String command, String... more) {
    return with(more, command, "--service", serviceFile.toString());
  }

  private static String[] with(String[] more, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /** Waits for something to be so; polls, as it happens in another process. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen within " + PATIENCE + ": " + what);
      }
      Thread.sleep(20);
    }
  }

  /** The process ids of the servers a run has started so far, from their logs. */
  static List<Long> serverPids(Path out) {
    if (!Files.isDirectory(out)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(out)) {
      return files
          .filter(file -> file.endsWith("server.log"))
          .map(Loomwatch::text)
          .filter(log -> log.contains(" pid="))
          .map(log -> Long.parseLong(log.replaceAll("(?s).* pid=(\\d+) .*", "$1")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
