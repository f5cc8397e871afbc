package loomwatch.results.history;

import loomwatch.results.Require;

/**
 * Which of several commits in a row made something worse, as far as measuring them showed.
 *
 * @param scenario in which it was followed
 * @param mode whose it is, or the contrast
 * @param metric that got worse
 * @param first of the commits that it may be, in full
 * @param last of them; the same where one is shown
 * @param probability that it is one of them; above 0, at most 1
 */
public record Origin(
    String scenario, String mode, String metric, String first, String last, double probability) {
  private static final String COMMIT = "[0-9a-f]{40}|[0-9a-f]{64}";

  public Origin {
    Require.text("scenario", scenario);
    Require.text("mode", mode);
    Require.text("metric", metric);
    requireCommit("first", first);
    requireCommit("last", last);
    Require.check(
        probability > 0 && probability <= 1,
        "probability",
        "above 0 and at most 1",
        String.valueOf(probability));
  }

  private static void requireCommit(String name, String commit) {
    Require.matches(name, COMMIT, "40 or 64 hexadecimal digits", commit);
  }

  /** Whose change it is. */
  public SeriesName series() {
    return new SeriesName(scenario, mode, metric);
  }
}
