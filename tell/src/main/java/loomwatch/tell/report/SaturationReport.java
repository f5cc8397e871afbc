package loomwatch.tell.report;

import java.util.Locale;
import loomwatch.results.JsonFormat;
import loomwatch.results.Saturation;
import loomwatch.results.Saturation.ServerCapacity;
import loomwatch.results.StrictJson;
import loomwatch.tell.text.Ink;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.SubjectWords;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Side;

/** What servers bear, for a person at a terminal and for a machine. */
public final class SaturationReport {
  private SaturationReport() {}

  /**
   * Its JSON, indented, with a final newline. Its schema is {@code
   * loomwatch/tell/saturation.schema.json} among this module's resources.
   */
  public static String json(Saturation saturation) {
    return JsonFormat.write(StrictJson.WITH_NULLS, saturation);
  }

  /** The whole report, ending with a newline. */
  public static String render(Saturation saturation, Style style) {
    Page page = new Page(style);
    page.blank();
    page.marked(
        "",
        "What servers bear",
        Ink.BOLD,
        " on this host, %s, engine %s:"
            .formatted(SubjectWords.of(saturation.subject()), saturation.engine()));
    page.blank();
    Table table = new Table(Side.LEFT, Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.LEFT);
    table.row("", "", "measured at", "bears", "share", "what was in the way of more");
    saturation.found().forEach(found -> row(table, found));
    page.table("  ", table);
    for (ServerCapacity found : saturation.found()) {
      if (!found.bearsItsOwn()) {
        page.blank();
        page.marked(
            "  ",
            "✘ ",
            Ink.BAD,
            "%s with %s threads cannot be measured here: %s"
                .formatted(
                    found.scenario(),
                    found.mode().label(),
                    found.why() == null ? "it bears less than its rate" : found.why()));
      } else if (found.busy()) {
        page.blank();
        page.marked(
            "  ",
            "! ",
            Ink.DOUBTFUL,
            "%s with %s threads is measured at more than %.0f %% of what it bears: requests queue, and numbers jump. Give the server more or faster cores; docs/machine.md says how."
                .formatted(found.scenario(), found.mode().label(), 100 * Saturation.BUSY));
      }
    }
    return page.toString();
  }

  private static void row(Table table, ServerCapacity found) {
    Double borne = found.bornePerSecond();
    table.row(
        found.scenario(),
        found.mode().label(),
        rate(found.requestsPerSecond()),
        borne == null ? "unknown" : rate(borne),
        borne == null ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * found.share()),
        switch (found.limit()) {
          case null -> "";
          case SERVER -> "the server";
          case GENERATOR -> "the generator or its connections: the server may bear more";
        });
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.0f/s", perSecond);
  }
}
