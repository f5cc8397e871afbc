package loomwatch.harness.init;

/**
 * The one workflow of a team's repository, which calls those of Loomwatch's.
 *
 * @param repository Loomwatch's own, as in {@code OWNER/NAME}
 * @param commit of it that measures and judges, in full: a tag may be moved
 * @param version of that commit, for people and for bots that look for newer ones
 * @param branch that pull requests are merged into
 */
public record WorkflowFile(String repository, String commit, String version, String branch) {
  /** Where it is looked for by itself: a pull request has it started by this name. */
  public static final String PATH = ".github/workflows/loomwatch.yml";

  /** Its content. */
  public String text() {
    return """
    name: Loomwatch
    on:
      pull_request:
      push: {branches: [%s]}
      issue_comment: {types: [created]} # /perf SHA
      workflow_dispatch: {inputs: {pull: {type: string}, head: {type: string}}}
    permissions: {}
    jobs:
      loomwatch:
        uses: %s/.github/workflows/service.yml@%s # %s
        permissions: {actions: write, checks: write, contents: write, id-token: write, issues: write,
          pages: write, pull-requests: write}
    """
        .formatted(branch, repository, commit, version);
  }
}
