package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.loadgen.Leash;
import loomwatch.measure.service.ServiceException;

public record Shell(Children children) {
  /**
   * A command line.
   *
   * @param what its name in messages, such as {@code the build of shop}
   * @param environment variables added to those of the harness; {@code PATH} is prepended
   * @param jdk a sentence that names the JDK of a build; empty for other commands
   */
  public record Command(
      String what,
      String line,
      Path folder,
      Map<String, String> environment,
      Duration patience,
      String jdk) {
    public Command {
      environment = Map.copyOf(environment);
    }

    private String shown() {
      return "%s (%s)".formatted(what, line);
    }
  }

  /** Runs a command to its end. A failure or timeout reports the cause from its log. */
  public void run(Command command, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Leash.command(List.of("/bin/sh", "-c", command.line())))
            .directory(command.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    ServiceEnvironment.handOn(builder.environment());
    command
        .environment()
        .forEach((name, value) ->
            builder
                .environment()
                .merge(
                    name, value, (own, given) -> name.equals("PATH") ? given + ":" + own : given));
    Process process = children.watch(builder.start());
    try {
      if (!process.waitFor(command.patience().toSeconds(), TimeUnit.SECONDS)) {
        throw new ServiceException(
            "%s must end within %d s, did not and was killed; its log: %s"
                .formatted(command.shown(), command.patience().toSeconds(), log));
      }
    } finally {
      // A build's daemon is ended too, else it might accept the next build.
      Children.endTree(process, 0);
    }
    if (process.exitValue() != 0) {
      throw new ServiceException(failure(command, process.exitValue(), log));
    }
  }

  private static String failure(Command command, int code, Path log) throws IOException {
    BuildLog said = BuildLog.read(log);
    List<String> message = new ArrayList<>();
    message.add("%s must end with 0, ended with %d; it says:".formatted(command.shown(), code));
    String folder = command.folder().toRealPath() + "/";
    said.cause().forEach(line -> message.add("    " + line.replace(folder, "")));
    if (!command.jdk().isEmpty()) {
      said.advice(code).ifPresent(advice -> message.add("  Likely: " + advice + "."));
      message.add("  " + command.jdk());
    }
    message.add("  The whole log is " + log);
    return String.join("\n", message);
  }

  public static List<String> lines(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
  }

  /**
   * Finds the cause in the log of a failed build, and advice for known causes.
   *
   * @param lines the whole log, without colours
   */
  public record BuildLog(List<String> lines) {
    private static final int MOST_LINES = 20;

    private static final int NOT_FOUND = 127;

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private static final String MAVEN = "[ERROR]";

    private static final String SYMBOL = "  symbol:";

    /** Lines without a cause: frames, and what Maven adds to every failure. */
    private static final Predicate<String> NOISE =
        Pattern.compile(
                "\\s+at \\S.*|\\s*[.]{3} \\d+ more|WARNING: .*|.*urls\\[\\d+] = .*"
                    + "|\\[ERROR]\\s*(-> \\[Help.*|To see the full stack trace.*|Re-run Maven.*"
                    + "|For more information.*|\\[Help \\d+].*|After correcting the problems.*"
                    + "|mvn <args>.*)?")
            .asMatchPredicate();

    private static final String GRADLE_BEGIN = "* What went wrong:";
    private static final String GRADLE_END = "* Try:";

    private static final Predicate<String> OF_A_CAUSE =
        Pattern.compile(
                "Exception|\\berror:|\\bfatal:|FAILURE|: not found|Permission denied|bad interpreter"
                    + "|Downloading https?:")
            .asPredicate();

    private record Known(Pattern first, Pattern then, String advice) {
      Known(String first, String then, String advice) {
        this(Pattern.compile(first), Pattern.compile(then), advice);
      }

      private boolean isIn(List<String> relevant) {
        return IntStream.range(0, relevant.size())
            .filter(at -> first.matcher(relevant.get(at)).find())
            .anyMatch(at -> relevant.stream().skip(at).limit(NEAR).anyMatch(then.asPredicate()));
      }
    }

    private static final int NEAR = 3;

    private static final String FAILED =
        "^(Exception in thread .*|Caused by: .*|[\\w.]+)(Exception|Error)\\b|HTTP response code"
            + "|: Failed to (fetch|download|validate)";

    private static final String LINE_ENDS =
        "a script of the build has Windows line ends: add \"gradlew text eol=lf\", \"mvnw text eol=lf\" or its"
            + " own name to .gitattributes, run git add --renormalize . and commit";

    private static final List<Known> KNOWN =
        List.of(
            new Known("\\^M: bad interpreter|\\r: not found|\\\\r'?: No such file", "", LINE_ENDS),
            new Known(
                "^(\\S*/)?(sh|bash|dash|env): .*(: Permission denied$|: cannot execute)",
                "",
                "a script of the build is not executable: git update-index --chmod=+x NAME and commit, or"
                    + " write build: sh ./NAME …"),
            new Known(
                "^Downloading https?:\\S*gradle-\\S+[.]zip",
                FAILED,
                "the wrapper could not download Gradle: with Gradle installed write build: gradle …"),
            new Known(
                "apache-maven-[0-9.]+(-bin)?[.](zip|tar)|^(cannot open|wget:|curl:) ",
                FAILED + "|^(wget|curl): ",
                "the wrapper could not download Maven: with Maven installed write build: mvn …"),
            new Known(
                "Unsupported class file major version|has been compiled by a more recent version"
                    + "|Source option \\d+ is no longer supported|Target option \\d+ is no longer"
                    + "|error: invalid source release",
                "",
                "the build does not take this JDK: name one that it takes with jdk:"),
            new Known(
                "[Ss]tatus code:? 40[13]\\b|\\b40[13] (Unauthorized|Forbidden)",
                "",
                "a repository of artifacts refused this machine: its user needs the credentials, as in"
                    + " ~/.m2/settings.xml or ~/.gradle/gradle.properties"));

    public BuildLog {
      lines = lines.stream().map(line -> COLOUR.matcher(line).replaceAll("")).toList();
    }

    public static BuildLog read(Path file) throws IOException {
      return new BuildLog(Shell.lines(file));
    }

    public List<String> cause() {
      return Stream.of(ofMaven(), ofGradle(), fromTheFirst(), last())
          .filter(found -> !found.isEmpty())
          .findFirst()
          .orElse(List.of("nothing"));
    }

    private List<String> ofMaven() {
      return lines.stream()
          .dropWhile(line -> !line.startsWith(MAVEN))
          .filter(line -> line.startsWith(MAVEN) || line.startsWith(SYMBOL))
          .filter(NOISE.negate())
          .map(line -> line.replace(" -> [Help 1]", ""))
          .distinct()
          .limit(MOST_LINES)
          .toList();
    }

    private List<String> ofGradle() {
      int begin = lines.indexOf(GRADLE_BEGIN);
      if (begin < 0) {
        return List.of();
      }
      // The compiler's messages come before it.
      Stream<String> compiler =
          lines.subList(0, begin).stream().filter(line -> line.contains(": error: "));
      Stream<String> gradle =
          lines.subList(begin + 1, lines.size()).stream()
              .takeWhile(line -> !line.startsWith(GRADLE_END));
      return shown(Stream.concat(compiler, gradle));
    }

    private List<String> fromTheFirst() {
      return shown(lines.stream().dropWhile(OF_A_CAUSE.negate()));
    }

    private List<String> last() {
      List<String> relevant = new ArrayList<>(lines);
      relevant.removeIf(NOISE.or(String::isBlank));
      return relevant.subList(Math.max(0, relevant.size() - MOST_LINES), relevant.size());
    }

    private static List<String> shown(Stream<String> some) {
      return some.filter(NOISE.or(String::isBlank).negate()).limit(MOST_LINES).toList();
    }

    public Optional<String> advice(int exitCode) {
      if (exitCode == NOT_FOUND) {
        // The shell reports the same for a script whose first line ends in a Windows line end.
        return Optional.of("a program or script that it names is missing; or " + LINE_ENDS);
      }
      List<String> relevant = lines.stream().filter(NOISE.or(String::isBlank).negate()).toList();
      return KNOWN.stream().filter(known -> known.isIn(relevant)).map(Known::advice).findFirst();
    }

    public Optional<String> first(Pattern pattern) {
      return lines.stream()
          .map(pattern::matcher)
          .filter(Matcher::find)
          .map(matcher -> matcher.group(1))
          .findFirst();
    }
  }
}
