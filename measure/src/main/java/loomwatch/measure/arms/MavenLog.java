package loomwatch.measure.arms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a failed build's log says, in as few lines as a person needs. */
record MavenLog(Path file, List<String> lines) {
  private static final int MOST_LINES = 20;
  private static final String ERROR = "[ERROR]";

  /** What javac cannot find, on a line of its own. */
  private static final String SYMBOL = "  symbol:";

  /** Advice Maven gives on every failure. */
  private static final Pattern BOILERPLATE =
      Pattern.compile(
          "\\[ERROR]\\s*(-> \\[Help.*|To see the full stack trace.*|Re-run Maven.*"
              + "|For more information.*|\\[Help \\d+].*|After correcting the problems.*"
              + "|mvn <args>.*)?");

  private static final Pattern NO_TOMCAT =
      Pattern.compile(
          "(?:Could not find artifact )?(org\\.apache\\.tomcat\\S*:\\S+:(?:jar|pom):\\S+)"
              + " (?:in |was not found)");

  MavenLog {
    lines = List.copyOf(lines);
  }

  /** Reads it; paths within the sources become relative to them. */
  static MavenLog read(Path file, Path sources) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return new MavenLog(file, text.replace(sources + "/", "").lines().toList());
  }

  /** The failure it tells of. */
  ArmException failure(int exitCode, String tomcat) {
    return missingTomcat()
        .map(missing ->
            new ArmException(
                """
                tomcat must be a version that can be resolved with all it needs, was %s: Maven finds no %s
                  Look up the release's number, and whether Maven reaches its repository. The whole log: %s\
                """
                    .formatted(tomcat, missing, file)))
        .orElseGet(() -> failed(exitCode));
  }

  private Optional<String> missingTomcat() {
    return lines.stream()
        .map(NO_TOMCAT::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }

  private ArmException failed(int exitCode) {
    List<String> said =
        lines.stream()
            .filter(line -> line.startsWith(ERROR) || line.startsWith(SYMBOL))
            .filter(line -> !BOILERPLATE.matcher(line).matches())
            .map(line -> line.replace(" -> [Help 1]", ""))
            .distinct()
            .limit(MOST_LINES)
            .toList();
    if (said.isEmpty()) {
      said = lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    }
    List<String> message = new ArrayList<>();
    message.add("the arm must build, did not: the build exited with " + exitCode + " and said");
    message.addAll(said.isEmpty() ? List.of("nothing") : said);
    message.add("the whole log: " + file);
    return new ArmException(String.join("\n  ", message));
  }
}
