package loomwatch.measure.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.Leash;
import loomwatch.measure.subject.SubjectException;

/** Runs command lines of a subject file in a shell, to their end. */
public final class Shell {
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
   * @param jdk a sentence that tells on which JDK it builds; empty for what is no build
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

  /**
   * Runs it.
   *
   * @param log keeps what it writes
   * @throws SubjectException with the cause, as far as its log tells it, when it fails or takes too
   *     long
   */
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
        throw new SubjectException(
            "%s must end within %d s, did not and was killed; its log: %s"
                .formatted(command.shown(), command.patience().toSeconds(), log));
      }
    } finally {
      // A build's daemon too: one that the leash ends later may have taken on the next build.
      Ending.of(process, 0);
    }
    if (process.exitValue() != 0) {
      throw new SubjectException(failure(command, process.exitValue(), log));
    }
  }

  private static String failure(Command command, int code, Path log) throws IOException {
    BuildLog said = BuildLog.read(log);
    List<String> message = new ArrayList<>();
    message.add("%s must end with 0, ended with %d; it says:".formatted(command.shown(), code));
    said.cause().forEach(line -> message.add("    " + line));
    if (!command.jdk().isEmpty()) {
      said.advice(code).ifPresent(advice -> message.add("  Likely: " + advice + "."));
      message.add("  " + command.jdk());
    }
    message.add("  The whole log is " + log);
    return String.join("\n", message);
  }

  /** What a command wrote, whatever its encoding. */
  public static List<String> lines(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
  }
}
