package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** As CI servers read it: by an XML parser. */
class JUnitReportTest {
  /** What the schema of Jenkins's plug-ins allows of each element; GitLab reads the same. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "testsuites",
          Set.of(),
          "testsuite",
          Set.of("name", "tests", "failures", "errors", "skipped", "time", "timestamp"),
          "testcase",
          Set.of("classname", "name", "time"),
          "failure",
          Set.of("type", "message"),
          "error",
          Set.of("type", "message"),
          "skipped",
          Set.of("type", "message"),
          "system-out",
          Set.of());

  static Stream<Arguments> verdicts() {
    Stream<Arguments> compared =
        Stream.of(
                Comparisons.regressed(),
                Comparisons.improved(),
                Comparisons.passed(),
                Comparisons.noisy(),
                Comparisons.gaps(),
                Comparisons.discarded(),
                Comparisons.dyingAndSlower(),
                Comparisons.executing(100, 600, 50))
            .map(record -> Arguments.of(Comparisons.judged(record), record));
    Stream<Arguments> alone =
        Stream.of(Runs.typical(), Runs.discarded(), Runs.empty())
            .map(record -> Arguments.of(Runs.judged(record), record));
    Stream<Arguments> hostile =
        Stream.of(
            Arguments.of(Hostile.verdict(), Hostile.record()),
            Arguments.of(Hostile.comparison(), Hostile.twoVariants()));
    return Stream.of(compared, alone, hostile).flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void of_anyVerdict_keepsToTheSchemaAndCountsEachBlockingMetricOnce(
      Verdict verdict, MeasurementRecord record) throws Exception {
    Element suite = suite(verdict, record);

    assertThat(all(suite.getOwnerDocument().getDocumentElement(), "*"))
        .allSatisfy(element ->
            assertThat(ALLOWED.get(element.getTagName())).containsAll(attributes(element)));
    List<Element> cases = all(suite, "testcase");
    assertThat(cases).hasSize(number(suite, "tests")).isNotEmpty();
    assertThat(all(suite, "failure")).hasSize(number(suite, "failures"));
    assertThat(all(suite, "error")).hasSize(number(suite, "errors"));
    assertThat(all(suite, "skipped")).hasSize(number(suite, "skipped"));
    long blocking = verdict.metrics().stream().filter(MetricVerdict::gate).count();
    assertThat((long) cases.size()).isBetween(blocking, blocking + 1);
    String shown =
        switch (verdict.verdict()) {
          case PASS, IMPROVED -> "testcase";
          case REGRESSED -> "failure";
          case INCONCLUSIVE -> "skipped";
          case INVALID -> "error";
        };
    assertThat(all(suite, shown)).as("what the exit code says is among them").isNotEmpty();
    double sum = cases.stream().mapToDouble(each -> seconds(each)).sum();
    assertThat(sum).isBetween(seconds(suite) * 0.98 - 0.1, seconds(suite) + 0.1);
  }

  @Test
  void failure_ofAChange_saysItWithNumbersModeAndCause() throws Exception {
    MeasurementRecord record = Comparisons.regressed();
    Verdict verdict = Comparisons.judged(record);

    Element failure = all(suite(verdict, record), "failure").getFirst();
    Element of = (Element) failure.getParentNode();

    assertThat(of.getAttribute("classname")).isEqualTo("hello");
    assertThat(of.getAttribute("name")).isEqualTo("cpu-per-request platform");
    assertThat(failure.getAttribute("type")).isEqualTo("regressed");
    assertThat(failure.getAttribute("message"))
        .matches(
            "hello with platform threads takes 1\\d\\.\\d % more CPU per request \\(90 % interval"
                + " .* pairs, p .*\\)");
    assertThat(failure.getTextContent()).startsWith(failure.getAttribute("message") + "\n");
    assertThat(seconds(suite(verdict, record))).isGreaterThan(1);
  }

  /** Names as in anybody's file: what XML excludes is replaced, the rest is as it was. */
  @Test
  void names_thatAreOdd_areTextAlone() throws Exception {
    Element suite = suite(Hostile.comparison(), Hostile.twoVariants());

    List<String> names =
        all(suite, "testcase").stream().map(each -> each.getAttribute("classname")).toList();
    assertThat(names)
        .contains(Hostile.TRICKS.getFirst(), Hostile.TRICKS.get(8))
        .contains("\uFFFD]0;title\uFFFD\uFFFD[2J\uFFFD[31mred\uFFFD[0m \uFFFD31m")
        .anyMatch(name -> name.endsWith("\uFFFDwidth \uFFFD half"));
    assertThat(all(suite, "script")).isEmpty();
  }

  private static Element suite(Verdict verdict, MeasurementRecord record) throws Exception {
    String xml = JUnitReport.of(verdict, record);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element root =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    assertThat(root.getTagName()).isEqualTo("testsuites");
    assertThat(all(root, "testsuite")).hasSize(1);
    return all(root, "testsuite").getFirst();
  }

  private static List<Element> all(Element root, String name) {
    NodeList found = root.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static List<String> attributes(Element element) {
    return IntStream.range(0, element.getAttributes().getLength())
        .mapToObj(i -> Objects.requireNonNull(element.getAttributes().item(i)).getNodeName())
        .toList();
  }

  private static int number(Element element, String attribute) {
    return Integer.parseInt(element.getAttribute(attribute));
  }

  private static double seconds(Element element) {
    return Double.parseDouble(element.getAttribute("time"));
  }
}
