package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.Shell;
import loomwatch.measure.launch.Shell.BuildLog;
import loomwatch.measure.service.ServiceException;

/**
 * Lists versions by the Maven of a build, in its folder and with its options, so that its
 * repositories, mirrors and credentials are obeyed. Maven stores what repositories list in the
 * local one, where it is read.
 */
public final class MavenVersions {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A build's call of Maven, with the folder and variables that are set for it. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?<!\\S)((?:cd\\s+\\S+\\s*&&\\s*|\\w+=(?:\"[^\"]*\"|\\S*)\\s+)*(?:(?:sh|bash)\\s+)?(?:\\S*/)?mvnw?)"
              + "(?=\\s|$)((?:\\\\\\n|[^;&|\\n])*)");

  /** Options that decide where Maven looks. */
  private static final Pattern OPTION =
      Pattern.compile(
          "(?<=\\s)(?:(?:-s|-gs|-f|-P|--settings|--global-settings|--file)[= ]?\\S+|-o(?=\\s|$)|-Dmaven\\.repo\\S+)");

  private static final Pattern LOCAL =
      Pattern.compile("Using (?:local repository at|manager \\S+ with priority \\S+ for) (.+)");

  private static final Pattern LISTED = Pattern.compile("<version>\\s*([^<\\s]+)\\s*</version>");

  private final Path folder;
  private final String maven;
  private final Children children;
  private final Path log;

  private MavenVersions(Path folder, String maven, Children children, Path log) {
    this.folder = folder;
    this.maven = maven;
    this.children = children;
    this.log = log;
  }

  /**
   * Returns the Maven of a build; empty if that has none.
   *
   * @param build the line that builds what is in the folder
   * @param log gets what Maven writes
   */
  public static Optional<MavenVersions> of(Path folder, String build, Children children, Path log) {
    return call(folder, build).map(maven -> new MavenVersions(folder, maven, children, log));
  }

  static Optional<String> call(Path folder, String build) {
    Matcher call = CALL.matcher(build);
    if (call.find()) {
      return Optional.of(
          OPTION
              .matcher(call.group(2))
              .results()
              .map(MatchResult::group)
              .collect(Collectors.joining(" ", call.group(1) + " ", "")));
    }
    return Files.exists(folder.resolve("pom.xml"))
        ? Optional.of(Files.exists(folder.resolve("mvnw")) ? "sh ./mvnw" : "mvn")
        : Optional.empty();
  }

  /**
   * Returns all versions of an artifact that the repositories list, in no order.
   *
   * @throws ServiceException if Maven fails
   */
  List<String> of(Artifact artifact) throws IOException, InterruptedException {
    String line =
        "%s -B -N -U -X org.apache.maven.plugins:maven-dependency-plugin:get -Dtransitive=false -Dartifact=%s:%s:RELEASE:pom"
            .formatted(maven.strip(), artifact.group(), artifact.name());
    Files.createDirectories(log.toAbsolutePath().getParent());
    new Shell(children)
        .run(
            new Shell.Command(
                "the list of versions of " + artifact.name(),
                line,
                folder,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                PATIENCE,
                ""),
            log);
    String local =
        BuildLog.read(log)
            .first(LOCAL)
            .orElseThrow(() ->
                new ServiceException(
                    "Maven must say where its local repository is, did not; its log: " + log));
    Path listed = Path.of(local.strip(), artifact.group().replace('.', '/'), artifact.name());
    List<String> versions = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(listed, "maven-metadata*.xml")) {
      for (Path file : files) {
        LISTED
            .matcher(Files.readString(file, StandardCharsets.UTF_8))
            .results()
            .forEach(found -> versions.add(found.group(1)));
      }
    }
    return versions;
  }

  /**
   * Returns the finished versions of an artifact from one to another, without the first.
   *
   * @throws VariantException if the other is not later
   */
  public List<String> between(Artifact artifact, String first, String last)
      throws IOException, InterruptedException {
    Optional<Version> from = Version.of(first);
    Optional<Version> to = Version.of(last);
    if (from.isEmpty() || to.isEmpty() || from.get().compareTo(to.get()) >= 0) {
      throw new VariantException(
          "%s must be before %s, is not; give the other way round"
              .formatted(artifact.key() + first, artifact.key() + last));
    }
    List<String> between =
        new ArrayList<>(
            from.get().later(of(artifact)).stream()
                .filter(each -> each.compareTo(to.get()) < 0)
                .map(Version::text)
                .distinct()
                .toList());
    between.add(last);
    return List.copyOf(between);
  }
}
