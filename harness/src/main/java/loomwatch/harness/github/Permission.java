package loomwatch.harness.github;

/** What a job's token must be allowed, as a workflow's {@code permissions:} has it. */
enum Permission {
  READ("metadata: read"),
  CHECKS("checks: write"),
  PULL_REQUESTS("pull-requests: write"),
  ISSUES("issues: write");

  private final String grant;

  Permission(String grant) {
    this.grant = grant;
  }

  String grant() {
    return grant;
  }
}
