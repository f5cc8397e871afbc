package loomwatch.results.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Require;
import loomwatch.results.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * The values of one series in one run, identified by {@link SeriesName}.
 *
 * @param unit of the values: the metric's base unit, {@code ratio}, or an import's own
 * @param values one per valid launch, or per round for a ratio of modes, in the order measured; 0
 *     or from 1e-100 to 1e100 in size, at least one; missing ones are left out
 */
@JsonDeserialize(using = HistorySeries.Reader.class)
public record HistorySeries(
    String scenario,
    String mode,
    String metric,
    String unit,
    Direction direction,
    List<Double> values) {

  public static final String IMPORTED = "imported";

  public static final String RATIO = "ratio";

  public HistorySeries {
    Require.text("scenario", scenario);
    Require.text("mode", mode);
    Require.text("metric", metric);
    values = List.copyOf(values);
    Require.check(!values.isEmpty(), "values", "at least one", "none");
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw Require.fault("values", "finite numbers", value);
      }
      if (!isValue(value)) {
        throw Require.fault("values", "0 or from 1e-100 to 1e100 in size", value);
      }
    }
  }

  /** Reports whether squares and ratios of such values are finite; this holds for imports too. */
  static boolean isValue(double number) {
    return number == 0 || Math.abs(number) >= 1e-100 && Math.abs(number) <= 1e100;
  }

  @JsonIgnore
  public SeriesName name() {
    return new SeriesName(scenario, mode, metric);
  }

  /** Reads a series token by token, strictly, as Jackson's binding is several times slower. */
  static final class Reader extends StdDeserializer<HistorySeries> {
    private static final long serialVersionUID = 1;

    Reader() {
      super(HistorySeries.class);
    }

    @Override
    public HistorySeries deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      require(parser.isExpectedStartObjectToken(), parser, "series must be an object");
      String scenario = null;
      String mode = null;
      String metric = null;
      String unit = null;
      Direction direction = null;
      List<Double> values = null;
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        parser.nextToken();
        switch (name) {
          case "scenario" -> scenario = text(name, parser);
          case "mode" -> mode = text(name, parser);
          case "metric" -> metric = text(name, parser);
          case "unit" -> unit = text(name, parser);
          case "direction" -> direction = direction(parser);
          case "values" -> values = numbers(parser);
          default -> require(false, parser, "series must not have a field " + name);
        }
      }
      return new HistorySeries(
          given("scenario", scenario, parser),
          given("mode", mode, parser),
          given("metric", metric, parser),
          given("unit", unit, parser),
          given("direction", direction, parser),
          given("values", values, parser));
    }

    /** Interns texts, as each entry repeats the same few. */
    private static String text(String name, JsonParser parser) throws IOException {
      require(parser.hasToken(JsonToken.VALUE_STRING), parser, name + " must be text");
      String text = parser.getText().intern();
      require(StrictJson.isUnicode(text), parser, name + " must be Unicode");
      return text;
    }

    private static Direction direction(JsonParser parser) throws IOException {
      String label = text("direction", parser);
      require(
          label.equals("lower") || label.equals("higher"),
          parser,
          "direction must be lower or higher");
      return label.equals("lower") ? Direction.LOWER_IS_BETTER : Direction.HIGHER_IS_BETTER;
    }

    private static List<Double> numbers(JsonParser parser) throws IOException {
      require(parser.isExpectedStartArrayToken(), parser, "values must be a list");
      List<Double> numbers = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        require(parser.currentToken().isNumeric(), parser, "values must be numbers");
        numbers.add(parser.getDoubleValue());
      }
      return numbers;
    }

    private static <T> T given(String name, @Nullable T value, JsonParser parser)
        throws JsonMappingException {
      if (value == null) {
        throw JsonMappingException.from(parser, "series must have a field " + name);
      }
      return value;
    }

    private static void require(boolean holds, JsonParser parser, String rule)
        throws JsonMappingException {
      if (!holds) {
        throw JsonMappingException.from(parser, rule);
      }
    }
  }

  /**
   * The identity of a series of history.
   *
   * @param scenario the scenario's or benchmark's name; the suite of an import
   * @param mode {@code platform}, {@code virtual}, {@code ratio} (virtual ÷ platform), or {@code
   *     imported}
   * @param metric a metric's label; the benchmark's name of an import
   */
  public record SeriesName(String scenario, String mode, String metric)
      implements Comparable<SeriesName> {
    private static final Comparator<SeriesName> ORDER =
        Comparator.comparing(SeriesName::scenario)
            .thenComparing(SeriesName::metric)
            .thenComparing(SeriesName::mode);

    @Override
    public int compareTo(SeriesName other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return scenario + " " + mode + " " + metric;
    }
  }
}
