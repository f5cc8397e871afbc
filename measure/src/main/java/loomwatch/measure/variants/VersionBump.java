package loomwatch.measure.variants;

import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The changes of the runtime that Loomwatch's checkout pins: JDKs in {@code container/jdks}, Tomcat
 * in {@code pom.xml}.
 *
 * @param jdks updated lines of JDKs, the oldest line first
 * @param tomcat the release that the server is built with
 * @param otherTomcat the release of the line that only tests build with; empty if anything else
 *     that is measured changes too
 */
public record VersionBump(
    String base, String head, List<Move> jdks, Optional<Move> tomcat, Optional<Move> otherTomcat) {
  private static final Pattern PIN =
      Pattern.compile(
          "(?m)^eclipse-temurin:([1-9]\\d{0,3}(?:(?:\\.0)*\\.[1-9]\\d{0,3})*)_(0|[1-9]\\d{0,3})-");
  private static final String TOMCAT = "tomcat.version";
  private static final String OTHER_TOMCAT = "tomcat.other.version";
  private static final Pattern OTHER_LINE =
      Pattern.compile("<tomcat\\.(?:other|webapp\\.10)\\.version>[^<]*<");

  private static final List<String> MEASURED =
      List.of("server", "jmh", ".mvn", "container/jdks", ".gitattributes");

  public VersionBump {
    jdks = List.copyOf(jdks);
  }

  public record Move(String from, String to) {
    private static Optional<Move> of(Optional<String> from, Optional<String> to) {
      return from.isPresent() && to.isPresent() && !from.equals(to)
          ? Optional.of(new Move(from.get(), to.get()))
          : Optional.empty();
    }
  }

  public enum Lines {
    /** All lines of JDKs and Tomcat, for a pull request; the one that changes is compared. */
    ALL,
    /** The newest JDK and the Tomcat that the server is built with, for the main branch. */
    NEWEST
  }

  /**
   * Compares the pinned versions of two commits.
   *
   * @throws VariantException if either is no commit of that repository
   */
  public static VersionBump between(Path root, String base, String head, Lines lines)
      throws IOException, InterruptedException {
    Git git = new Git(root);
    String before = Git.commit(root, base);
    String after = Git.commit(root, head);
    String oldPom = text(git, before, "pom.xml");
    String newPom = text(git, after, "pom.xml");
    TreeMap<Integer, Runtime.Version> oldJdks = jdks(text(git, before, "container/jdks"));
    TreeMap<Integer, Runtime.Version> newJdks = jdks(text(git, after, "container/jdks"));
    return new VersionBump(
        before,
        after,
        switch (lines) {
          case ALL -> moved(oldJdks, newJdks);
          case NEWEST -> Move.of(newest(oldJdks), newest(newJdks)).stream().toList();
        },
        Move.of(version(oldPom, TOMCAT), version(newPom, TOMCAT)),
        lines == Lines.ALL && nothingElseMoves(git, before, after, oldPom, newPom)
            ? Move.of(version(oldPom, OTHER_TOMCAT), version(newPom, OTHER_TOMCAT))
            : Optional.empty());
  }

  private static String text(Git git, String commit, String file)
      throws IOException, InterruptedException {
    Git.Answer answer = git.ask("cat-file", "blob", commit + ":" + file);
    return answer.worked() ? answer.out() : "";
  }

  private static TreeMap<Integer, Runtime.Version> jdks(String pins) {
    return PIN.matcher(pins)
        .results()
        .map(pin -> Runtime.Version.parse(pin.group(1) + "+" + pin.group(2)))
        .collect(
            toMap(
                Runtime.Version::feature,
                Function.identity(),
                BinaryOperator.<Runtime.Version>maxBy(naturalOrder()),
                TreeMap::new));
  }

  private static Optional<String> newest(TreeMap<Integer, Runtime.Version> jdks) {
    return Optional.ofNullable(jdks.lastEntry()).map(Map.Entry::getValue).map(Object::toString);
  }

  private static List<Move> moved(
      TreeMap<Integer, Runtime.Version> from, TreeMap<Integer, Runtime.Version> to) {
    List<Move> moves = new ArrayList<>();
    from.forEach((line, old) ->
        Move.of(
                Optional.of(old.toString()),
                Optional.ofNullable(to.get(line)).map(Object::toString))
            .ifPresent(moves::add));
    return moves;
  }

  private static Optional<String> version(String pom, String property) {
    Matcher version =
        Pattern.compile("<%s>([0-9.]+)<".formatted(Pattern.quote(property))).matcher(pom);
    return version.find() ? Optional.of(version.group(1)) : Optional.empty();
  }

  private static boolean nothingElseMoves(
      Git git, String base, String head, String oldPom, String newPom)
      throws IOException, InterruptedException {
    List<String> diff = new ArrayList<>(List.of("diff", "--quiet", base, head, "--"));
    diff.addAll(MEASURED);
    return OTHER_LINE
            .matcher(oldPom)
            .replaceAll("")
            .equals(OTHER_LINE.matcher(newPom).replaceAll(""))
        && git.ask(diff.toArray(String[]::new)).worked();
  }

  public String baseSpec() {
    return spec(base, Move::from);
  }

  public String headSpec() {
    return spec(head, Move::to);
  }

  private String spec(String commit, Function<Move, String> side) {
    return "ref="
        + commit
        + jdks.stream().map(move -> ",jdk=" + side.apply(move)).collect(joining())
        + otherTomcat.map(move -> ",tomcat=" + side.apply(move)).orElse("");
  }
}
