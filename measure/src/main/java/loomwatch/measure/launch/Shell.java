package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import loomwatch.loadgen.Leash;
import loomwatch.measure.subject.SubjectException;

/** Runs command lines of a subject file in a shell, to their end. */
public final class Shell {
  private static final int SHOWN = 20;

  /** As build tools write them where they take a log for a terminal. */
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private final Children children;

  public Shell(Children children) {
    this.children = children;
  }

  /**
   * A command line.
   *
   * @param what it is, for messages, such as {@code the build of shop}
   * @param folder it is run in
   * @param environment variables beside those of the harness; {@code PATH} is put before its own
   * @param patience after which it is killed
   */
  public record Command(
      String what, String line, Path folder, Map<String, String> environment, Duration patience) {
    public Command {
      environment = Map.copyOf(environment);
    }

    private String shown() {
      return "%s (%s)".formatted(what, line);
    }
  }

  /**
   * Runs it.
   *
   * @param log keeps what it writes
   * @throws SubjectException with its last lines when it fails or takes too long
   */
  public void run(Command command, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Leash.command(List.of("/bin/sh", "-c", command.line())))
            .directory(command.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
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
        throw new SubjectException(
            "%s must end within %d s, did not and was killed; its log: %s"
                .formatted(command.shown(), command.patience().toSeconds(), log));
      }
    } finally {
      // A build's daemon too: one that the leash ends later may have taken on the next build.
      Ending.of(process, 0);
    }
    if (process.exitValue() != 0) {
      throw new SubjectException(
          "%s must end with 0, ended with %d; its last lines:%n%s%n  The whole log is %s"
              .formatted(command.shown(), process.exitValue(), tail(log), log));
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = lines(log);
    return String.join(
        "\n",
        lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()).stream()
            .map(line -> "    " + COLOUR.matcher(line).replaceAll(""))
            .toList());
  }

  /** What a command wrote, whatever its encoding. */
  public static List<String> lines(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
  }
}
