package loomwatch.measure.arms;

/**
 * Source code that can be checked out and built.
 *
 * @param named how the SPEC named it
 * @param revision the commit, and whether this is that commit's working tree with changes
 * @param tree git's id of all its files
 * @param content a hash of what the build of a subject reads of them
 * @param tomcat the version its pom.xml names
 * @param git knows the tree
 */
record Source(
    String named, Revision revision, String tree, String content, String tomcat, Git git) {

  /** For people: how it was named and what that was. */
  String shown() {
    String commit =
        revision.commit().substring(0, Math.min(10, revision.commit().length()))
            + (revision.dirty() ? " with changes" : "");
    return revision.commit().startsWith(named) ? commit : named + " (" + commit + ")";
  }
}
