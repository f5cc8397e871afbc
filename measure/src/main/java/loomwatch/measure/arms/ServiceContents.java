package loomwatch.measure.arms;

import java.io.IOException;
import java.util.List;

/**
 * A revision of a team's repository. What a build of one folder reads of the others nobody knows:
 * all of the tree counts.
 *
 * @param prefix the service's folder within the repository, ending in a slash; empty for its root
 */
record ServiceContents(String prefix) implements Sources.Contents {
  @Override
  public List<String> inputs() {
    return List.of(".");
  }

  @Override
  public Source source(String named, Revision revision, String tree, Git git)
      throws IOException, InterruptedException {
    if (!prefix.isEmpty() && git.tell("ls-tree", "-d", tree, prefix).isEmpty()) {
      throw new ArmException(
          "ref must name a revision with the folder %s, was %s, which has none"
              .formatted(prefix, named));
    }
    return new Source(named, revision, tree, tree, "none", git);
  }
}
