package loomwatch.reporting.report;

import java.io.StringWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;

/**
 * A verdict as JUnit XML, which CI servers show: one suite, with a test case for each blocking
 * metric. There are elements and attributes only that Jenkins and GitLab both read.
 */
public final class JUnitReport {
  private static final String NAME = "loomwatch";

  private final Verdict verdict;
  private final MeasurementRecord record;
  private final List<Case> cases;
  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  /**
   * A test case.
   *
   * @param more lines of text that follow the message
   */
  private record Case(
      String scenario, String name, Outcome outcome, String message, List<String> more) {
    /** Returns an element's name; none for a case that passed. */
    Optional<String> element() {
      return switch (outcome) {
        case PASS, IMPROVED -> Optional.empty();
        case REGRESSED -> Optional.of("failure");
        case INCONCLUSIVE -> Optional.of("skipped");
        case INVALID -> Optional.of("error");
      };
    }
  }

  private JUnitReport(Verdict verdict, MeasurementRecord record) throws XMLStreamException {
    this.verdict = verdict;
    this.record = record;
    this.cases = cases();
    this.xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
  }

  /** Returns the whole file, to be encoded as UTF-8. */
  public static String of(Verdict verdict, MeasurementRecord record) {
    try {
      return new JUnitReport(verdict, record).text();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot happen: it is written into memory", e);
    }
  }

  /** Returns at least one case of the verdict's outcome, as CI servers refuse an empty suite. */
  private List<Case> cases() {
    List<Case> all =
        new ArrayList<>(
            verdict.metrics().stream().filter(MetricVerdict::gate).map(this::of).toList());
    if (all.stream().noneMatch(each -> each.outcome() == verdict.verdict())) {
      List<String> headline = Headline.of(verdict, record);
      all.add(
          new Case(
              NAME,
              "verdict",
              verdict.verdict(),
              headline.getFirst(),
              headline.subList(1, headline.size())));
    }
    return all;
  }

  private Case of(MetricVerdict line) {
    Outcome outcome = Optional.ofNullable(line.verdict()).orElse(Outcome.PASS);
    String mode = ModeLabel.of(line.scenario(), line.mode());
    Optional<String> change =
        line.change()
            .map(found -> new Row(line, found))
            .filter(row -> row.outcome() == outcome && outcome == Outcome.REGRESSED)
            .filter(row -> !row.failing() && row.change().ratio().isPresent())
            .map(Row::shown);
    Stream<String> more =
        Stream.of(
                change.map(said -> line.reason()).stream(),
                Optional.ofNullable(line.why()).map(why -> "Why there is a limit: " + why).stream(),
                CauseSentences.whys(causes(line)).stream().filter(why -> !causes(line).isEmpty()))
            .flatMap(lines -> lines);
    return new Case(
        line.scenario(),
        line.metric().label() + (mode.isEmpty() ? "" : " " + mode),
        outcome,
        change.orElse(line.reason()),
        more.toList());
  }

  private List<Cause> causes(MetricVerdict line) {
    return verdict.causes().orElse(List.of()).stream()
        .filter(cause -> cause.scenario().equals(line.scenario()))
        .filter(cause -> JudgedMode.of(cause.mode()) == line.mode())
        .filter(cause -> cause.metric() == line.metric())
        .toList();
  }

  private String text() throws XMLStreamException {
    Duration taken = ComparisonBasis.taken(record);
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuites");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", NAME);
    xml.writeAttribute("tests", String.valueOf(cases.size()));
    xml.writeAttribute("failures", count("failure"));
    xml.writeAttribute("errors", count("error"));
    xml.writeAttribute("skipped", count("skipped"));
    xml.writeAttribute("time", seconds(taken));
    xml.writeAttribute(
        "timestamp",
        record.createdAt().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
    for (Case each : cases) {
      write(each, seconds(taken.dividedBy(cases.size())));
    }
    xml.writeCharacters("\n");
    xml.writeStartElement("system-out");
    xml.writeCharacters(plain(Headline.of(verdict, record)));
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndDocument();
    return text.toString();
  }

  /** Writes a case with its share of the time, as GitLab shows the sum over cases. */
  private void write(Case each, String time) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", Plain.text(each.scenario()));
    xml.writeAttribute("name", Plain.text(each.name()));
    xml.writeAttribute("time", time);
    if (each.element().isPresent()) {
      xml.writeStartElement(each.element().get());
      xml.writeAttribute("type", each.outcome().label());
      xml.writeAttribute("message", Plain.text(each.message()));
      xml.writeCharacters(
          plain(Stream.concat(Stream.of(each.message()), each.more().stream()).toList()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  /** Returns lines of text without characters that XML or a terminal must not have. */
  private static String plain(List<String> lines) {
    return String.join("\n", lines.stream().map(Plain::text).toList());
  }

  private String count(String element) {
    return String.valueOf(
        cases.stream().filter(each -> each.element().filter(element::equals).isPresent()).count());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1_000.0);
  }
}
