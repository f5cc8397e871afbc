package loomwatch.results.history;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import loomwatch.results.history.Confirmation.Unmeasured;

/**
 * Makes the entry of a comparison that was wanted and could not be made: it answers whoever asks
 * for one, and is a point of no series.
 */
public final class UnmeasuredEntry {
  /** In the place of a host's: none measured anything. */
  private static final String FINGERPRINT = "not measured";

  /** To the millisecond, so that two of them are two. */
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UnmeasuredEntry() {}

  /**
   * The entry.
   *
   * @param at when that was known
   * @param base the commit of the base arm
   * @param head of the head arm
   */
  public static HistoryEntry of(Instant at, String base, Provenance head, Unmeasured why) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        ID.format(at) + "-unmeasured",
        HistoryEntry.Kind.COMPARISON,
        at,
        head,
        null,
        null,
        FINGERPRINT,
        null,
        null,
        new Confirmation(base, head.commit(), List.of(), why, null),
        List.of(note(base, why)),
        List.of());
  }

  private static String note(String base, Unmeasured why) {
    return switch (why.cause()) {
      case ALIKE ->
          "%s was not measured against %s: once built, both are alike"
              .formatted(why.scenario(), base);
      case FAILED -> "%s could not be measured against %s".formatted(why.scenario(), base);
    };
  }
}
