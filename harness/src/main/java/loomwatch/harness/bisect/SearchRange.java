package loomwatch.harness.bisect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.variants.Artifact;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.MavenVersions;
import loomwatch.results.files.Sha256;

/**
 * What is searched: commits along first parents, or the versions of a library at one commit.
 *
 * @param before what precedes an id in a SPEC
 * @param good id of the one before the others: of a commit, or a version such as {@code
 *     tomcat=10.1.46}
 * @param ids of the others, the oldest first; the last is bad
 */
public record SearchRange(
    String before, String good, List<String> ids, Map<String, String> titles) {
  private static final String REF = "ref=";
  private static final int SHOWN_DIGITS = 10;

  public SearchRange {
    ids = List.copyOf(ids);
    titles = Map.copyOf(titles);
  }

  static SearchRange ofCommits(String good, List<String> ids, Map<String, String> titles) {
    return new SearchRange(REF, good, ids, titles);
  }

  public static SearchRange between(Path project, String good, String bad)
      throws IOException, InterruptedException {
    String first = Git.commit(project, good);
    String last = Git.commit(project, bad);
    List<String> ids = Git.between(project, first, last);
    if (ids.isEmpty() || !Git.descends(project, last, first).orElse(false)) {
      throw new UsageException(
          "--good must be a commit before --bad, %s is not before %s; give the other way round, or one that both branches have"
              .formatted(good, bad));
    }
    return ofCommits(first, ids, Git.titles(project));
  }

  /** Returns the versions that Maven lists from good to bad, in the last commit. */
  public static SearchRange between(
      Path project, MavenVersions maven, Artifact artifact, String good, String bad)
      throws IOException, InterruptedException {
    return new SearchRange(
        REF + Git.commit(project, "HEAD") + ",",
        artifact.key() + good,
        maven.between(artifact, good, bad).stream().map(each -> artifact.key() + each).toList(),
        Map.of());
  }

  private boolean ofCommits() {
    return before.equals(REF);
  }

  String spec(String id) {
    return before + id;
  }

  /** Returns the id that a SPEC names. */
  String id(String spec) {
    return spec.startsWith(before) ? spec.substring(before.length()) : spec;
  }

  /** Returns a name for a folder that only the same one has. */
  String key(String id) {
    return ofCommits() ? id : Sha256.hex(spec(id));
  }

  String bad() {
    return ids.getLast();
  }

  String id(int number) {
    return ids.get(number - 1);
  }

  String title(String id) {
    return titles.getOrDefault(id, "");
  }

  String named(String id) {
    return ofCommits()
        ? (id.substring(0, Math.min(SHOWN_DIGITS, id.length())) + " " + title(id)).strip()
        : id;
  }

  /** Returns, for example, {@code 64 commits after v1.4}. */
  public String shown(String first) {
    return "%d %s after %s".formatted(ids.size(), ofCommits() ? "commits" : "versions", first);
  }
}
