package loomwatch.reporting.site;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.report.TrendText;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import loomwatch.trend.TrendReport;
import loomwatch.trend.TrendReport.At;

/** The files that report the state of a history outside its pages: a feed and a badge. */
public final class AlertFiles {
  private AlertFiles() {}

  /**
   * Writes {@code alerts.atom}, {@code badge.svg} and {@code badge.json} into a site's folder.
   *
   * @param report on that history
   * @param address of the site for the feed's links, ending in a slash; "./" suits any
   */
  public static void write(Path site, TrendReport report, History history, String address)
      throws IOException {
    Files.createDirectories(site);
    Files.writeString(site.resolve("alerts.atom"), new AtomFeed(report, history, address).xml());
    write(site, Badge.of(report));
  }

  /** Reports on an existing site's first page, state and badge why it could not be refreshed. */
  public static void writeFault(Path site, String fault) throws IOException {
    Path file = site.resolve("data").resolve("overview.json");
    if (!Files.isRegularFile(file) || !(SiteJson.read(file) instanceof ObjectNode overview)) {
      return;
    }
    AtomicFile.write(file, SiteJson.text(overview.put("fault", fault)));
    Path state = file.resolveSibling(StateFile.NAME);
    if (Files.isRegularFile(state) && SiteJson.read(state) instanceof ObjectNode known) {
      AtomicFile.write(state, SiteJson.text(StateFile.damaged(known, fault)));
    }
    write(site, Badge.DAMAGED);
  }

  private static void write(Path site, Badge badge) throws IOException {
    Files.writeString(site.resolve("badge.svg"), badge.svg());
    Files.writeString(site.resolve("badge.json"), badge.json());
  }

  /**
   * The feed {@code alerts.atom} (Atom, RFC 4287), with an entry for each regression, spent budget
   * and case of missing data. The id of an alert never changes; its {@code updated} changes when a
   * comparison confirmed it or its level returned, so that feed readers show it again.
   */
  private record AtomFeed(TrendReport report, History history, String address) {
    /** Feed readers keep older entries. */
    private static final int MOST = 50;

    private record Entry(
        String id, String title, Instant published, Instant updated, String text) {}

    String xml() {
      List<Entry> entries = entries();
      // Each history has its own feed id, which what is measured afterwards must not change.
      String first =
          history.entries().stream()
              .filter(entry -> entry.kind().isJudged())
              .findFirst()
              .map(HistoryEntry::id)
              .orElse("");
      At latest = report.history().latest();
      Instant quiet = latest == null ? Instant.EPOCH : latest.measuredAt();
      return """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <id>%1$s</id>
      <title>Loomwatch: performance alerts</title>
      <updated>%2$s</updated>
      <author><name>Loomwatch</name></author>
      <link rel="self" href="%3$salerts.atom"/>
      <link rel="alternate" href="%3$s#alerts"/>%4$s</feed>
      """
          .formatted(
              id("feed", first),
              entries.isEmpty() ? quiet : entries.getFirst().updated(),
              escaped(address),
              entries.stream().map(this::xml).collect(joining()));
    }

    private String xml(Entry entry) {
      return """

      <entry>
      <id>%s</id>
      <title>%s</title>
      <published>%s</published>
      <updated>%s</updated>
      <link rel="alternate" href="%s#alerts"/>
      <content>%s</content></entry>\
      """
          .formatted(
              entry.id(),
              escaped(entry.title()),
              entry.published(),
              entry.updated(),
              escaped(address),
              escaped(entry.text()));
    }

    /** Returns the entries, the newest first. */
    private List<Entry> entries() {
      List<Entry> entries = new ArrayList<>();
      report.alerts().stream()
          .filter(alert -> alert.direction() == Alert.Change.WORSE)
          .forEach(alert -> entries.add(of(alert)));
      report.budgets().stream()
          .filter(budget -> budget.state() == BudgetState.State.SPENT)
          .forEach(budget -> entries.add(of(budget)));
      report.missing().forEach(missing -> entries.add(of(missing)));
      entries.sort(comparing(Entry::updated).reversed().thenComparing(Entry::id));
      return entries.subList(0, Math.min(MOST, entries.size()));
    }

    private Entry of(Alert alert) {
      Instant published = alert.detectedAt().measuredAt();
      List<String> lines = new ArrayList<>();
      lines.add("Status: " + TrendText.status(alert) + ".");
      At good = alert.lastGood();
      if (good != null) {
        lines.add("Last good: " + TrendText.commit(good) + ".");
      }
      lines.add("First bad: " + TrendText.commit(alert.firstBad()) + ".");
      alert.findings().forEach(finding -> lines.add(TrendText.sentence(finding) + "."));
      if (alert.note() != null) {
        lines.add(alert.note() + ".");
      }
      if (alert.confirmWith() != null) {
        lines.add("To measure again: " + alert.confirmWith());
      }
      return new Entry(
          id("alert", alert.key()),
          TrendText.inShort(alert),
          published,
          updated(alert, published),
          String.join("\n", lines));
    }

    /** Returns when the alert was last detected, confirmed or closed. */
    private Instant updated(Alert alert, Instant published) {
      Instant updated = published;
      At closed = alert.closedAt();
      if (closed != null && closed.measuredAt().isAfter(updated)) {
        updated = closed.measuredAt();
      }
      for (HistoryEntry entry : history.entries()) {
        if (entry.id().equals(alert.comparison()) && entry.measuredAt().isAfter(updated)) {
          updated = entry.measuredAt();
        }
      }
      return updated;
    }

    /** Returns an entry whose id stays while the budget counts from the same commit. */
    private static Entry of(BudgetState budget) {
      Instant measured = Objects.requireNonNullElse(budget.measured(), Instant.EPOCH);
      return new Entry(
          id("budget", budget.since().label() + "\n" + budget.commit()),
          "budget spent " + TrendText.sentence(budget),
          measured,
          measured,
          "Main lost more since then than thresholds.yaml allows.");
    }

    private static Entry of(MissingData missing) {
      String what = TrendText.what(missing);
      Instant last = missing.last().measuredAt();
      return new Entry(
          id("missing", what + "\n" + missing.last().id()),
          "data missing: " + what,
          last,
          last,
          "%s. Last: %s.".formatted(missing.reason(), TrendText.commit(missing.last())));
    }

    /** Returns a name-based UUID (RFC 9562, version 3), the same in every build. */
    private static String id(String kind, String name) {
      return "urn:uuid:"
          + UUID.nameUUIDFromBytes(
              ("loomwatch\n" + kind + "\n" + name).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Replaces what XML 1.0 (section 2.2) excludes: most control characters, lone surrogates. */
  static String escaped(String text) {
    return text.codePoints()
        .map(c -> isAllowed(c) ? c : 0xFFFD)
        .mapToObj(Character::toString)
        .collect(joining())
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static boolean isAllowed(int c) {
    return c == '\t'
        || c == '\n'
        || c >= 0x20 && c <= 0xD7FF
        || c >= 0xE000 && c <= 0xFFFD
        || c >= 0x10000;
  }

  /**
   * The state of the history in a few words: {@code badge.svg}, and {@code badge.json} for the
   * endpoint badge of shields.io.
   *
   * @param colour background, six hexadecimal digits; white on it is readable (WCAG AA)
   */
  record Badge(String message, String colour) {
    private static final String LABEL = "performance";
    static final String GOOD = "1c7a3e";
    static final String DOUBT = "8a5a00";
    static final String BAD = "b3261e";
    static final String UNKNOWN = "5a6270";

    /** Width of a character at 11 px, in px, a little more than the mean of most fonts. */
    private static final double CHARACTER = 6.6;

    private static final int PADDING = 12;

    static final Badge DAMAGED = new Badge("history damaged", BAD);

    /** Returns the worst open state of the report. */
    static Badge of(TrendReport report) {
      long confirmed = open(report, Status.CONFIRMED);
      long suspected = open(report, Status.SUSPECTED);
      if (confirmed > 0) {
        return new Badge(confirmed == 1 ? "1 regression" : confirmed + " regressions", BAD);
      }
      if (report.budgets().stream().anyMatch(budget -> budget.state() == BudgetState.State.SPENT)) {
        return new Badge("budget spent", BAD);
      }
      if (!report.missing().isEmpty()) {
        return new Badge("data missing", DOUBT);
      }
      if (suspected > 0) {
        return new Badge(suspected + " suspected", DOUBT);
      }
      return report.verdict() == Outcome.PASS
          ? new Badge("no regression" + budget(report), GOOD)
          : new Badge("learning", UNKNOWN);
    }

    /** Returns the budget that is spent most: {@code , 1.8 of 3 % lost}. */
    private static String budget(TrendReport report) {
      return report.budgets().stream()
          .filter(budget -> budget.state() != BudgetState.State.UNKNOWN)
          .max(Comparator.comparing(budget -> budget.lostPercent() / budget.allowedPercent()))
          .map(budget ->
              String.format(
                  Locale.ROOT,
                  ", %.1f of %s lost",
                  budget.lostPercent(),
                  TrendText.allowed(budget)))
          .orElse("");
    }

    private static long open(TrendReport report, Status status) {
      return report.alerts().stream()
          .filter(alert -> alert.direction() == Alert.Change.WORSE && alert.status() == status)
          .count();
    }

    String json() {
      return json(LABEL, message, colour);
    }

    static String json(String label, String message, String colour) {
      return SiteJson.text(
              SiteJson.MAPPER
                  .createObjectNode()
                  .put("schemaVersion", 1)
                  .put("label", label)
                  .put("message", message)
                  .put("color", colour))
          + "\n";
    }

    /** Returns a picture without fonts, scripts or other origins. Its texts need no escaping. */
    String svg() {
      int left = width(LABEL);
      int right = width(message);
      return """
      <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="20" role="img" aria-label="%5$s: %6$s">
      <title>%5$s: %6$s</title>
      <clipPath id="r"><rect width="%1$d" height="20" rx="3"/></clipPath>
      <g clip-path="url(#r)"><rect width="%2$d" height="20" fill="#3b414b"/><rect x="%2$d" width="%3$d" height="20" fill="#%4$s"/></g>
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="%7$d" y="14" textLength="%8$d">%5$s</text><text x="%9$d" y="14" textLength="%10$d">%6$s</text>
      </g>
      </svg>
      """
          .formatted(
              left + right,
              left,
              right,
              colour,
              LABEL,
              message.toLowerCase(Locale.ROOT),
              left / 2,
              left - PADDING,
              left + right / 2,
              right - PADDING);
    }

    private static int width(String text) {
      return (int) Math.ceil(text.length() * CHARACTER) + PADDING;
    }
  }
}
