package loomwatch.reporting.publish;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.json.BisectJson;
import loomwatch.results.files.RecordException;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Origin;

/**
 * The commit that bisect named, beside a comparison that may be an untrusted contributor's. It
 * cannot be judged again: so it is told only of what this checkout itself judged to have got worse,
 * and must lie between the two commits that were compared.
 *
 * @param source how messages name the file
 * @param told what it holds
 */
public record UntrustedOrigin(String source, BisectJson.Told told) {

  /**
   * That of the run in that directory; nothing where nobody looked for one.
   *
   * @throws RecordException when the file is anything but what bisect writes
   */
  public static Optional<UntrustedOrigin> in(Path directory) {
    Path file = directory.resolve("bisect.json");
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String source = file.toString();
    return Optional.of(
        new UntrustedOrigin(source, BisectJson.read(UntrustedRun.text(file), source)));
  }

  /**
   * What may be said of that comparison; nothing where what was followed is not shown to be worse.
   *
   * @param between the commits after its base up to its head, the oldest first
   * @throws RecordException when it is of other commits
   */
  public Optional<Origin> of(Confirmation confirmation, List<String> between) {
    if (!told.good().equals(confirmation.base())) {
      throw UntrustedRun.refused(source, "good", confirmation.base(), Clipped.quoted(told.good()));
    }
    int first = place("first", told.first(), between);
    int last = place("last", told.last(), between);
    if (first > last) {
      throw UntrustedRun.refused(
          source, "first", "no later than last", Clipped.quoted(told.first()));
    }
    Origin origin = origin();
    return confirmation
        .of(origin.series())
        .filter(line -> line.outcome().equals(Outcome.REGRESSED.label()))
        .map(line -> origin);
  }

  private int place(String name, String commit, List<String> between) {
    int place = between.indexOf(commit);
    if (place < 0) {
      throw UntrustedRun.refused(
          source, name, "a commit between those that were compared", Clipped.quoted(commit));
    }
    return place;
  }

  private Origin origin() {
    try {
      return new Origin(
          told.scenario(),
          told.mode().label(),
          told.metric().label(),
          told.first(),
          told.last(),
          told.probability());
    } catch (IllegalArgumentException e) {
      throw new RecordException(source + ": " + e.getMessage(), e);
    }
  }
}
