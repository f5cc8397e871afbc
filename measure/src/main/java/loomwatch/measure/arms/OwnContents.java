package loomwatch.measure.arms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.files.Sha256;

/** A revision of Loomwatch itself: its server and its JMH suite. */
final class OwnContents implements Sources.Contents {
  /**
   * What the build of the server and of the JMH suite reads. Only these two modules depend on
   * nothing else of ours, which a test of the layers holds them to.
   */
  private static final List<String> INPUTS =
      List.of(".gitattributes", ".mvn", "jmh", "pom.xml", "server");

  /**
   * A module's own tests, deeper down a folder of that name may be anything; and the load, which is
   * no part of what is loaded.
   */
  private static final Pattern UNREAD =
      Pattern.compile("\t(?:[^/]+/src/test/|server/loomwatch\\.yaml$)");

  private static final Pattern TOMCAT =
      Pattern.compile("<tomcat\\.version>\\s*([^<\\s]+)\\s*</tomcat\\.version>");

  @Override
  public List<String> inputs() {
    return INPUTS;
  }

  @Override
  public Source source(String named, Revision revision, String tree, Git git)
      throws IOException, InterruptedException {
    List<String> list = new ArrayList<>(List.of("ls-tree", "-r", "-z", tree, "--"));
    list.addAll(INPUTS);
    // Lines of mode, type and id, then a tab and the path.
    Map<String, String> files =
        Stream.of(git.tell(list.toArray(String[]::new)).split("\0"))
            .filter(line -> line.contains("\t") && !UNREAD.matcher(line).find())
            .collect(
                Collectors.toMap(
                    line -> line.substring(line.indexOf('\t') + 1),
                    line -> line.substring(0, line.indexOf('\t')),
                    (one, other) -> one,
                    TreeMap::new));
    for (String needed : List.of("pom.xml", "server/pom.xml", "jmh/pom.xml")) {
      if (!files.containsKey(needed)) {
        throw new ArmException(
            "ref must name a revision of Loomwatch with the modules server and jmh, was %s, which"
                    .formatted(named)
                + " holds no "
                + needed);
      }
    }
    String pom =
        git.tell("cat-file", "blob", files.getOrDefault("pom.xml", "").replaceFirst(".* ", ""));
    return new Source(named, revision, tree, Sha256.hex(files.toString()), tomcat(named, pom), git);
  }

  private static String tomcat(String named, String pom) {
    Matcher version = TOMCAT.matcher(pom);
    if (!version.find()) {
      throw new ArmException(
          "pom.xml of %s must name a tomcat.version, does not; name one with tomcat="
              .formatted(named));
    }
    return version.group(1);
  }
}
