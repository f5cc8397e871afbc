package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import loomwatch.results.Direction;
import loomwatch.results.RecordMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads a series token by token, as strictly as all else: every field once, no other, nothing
 * converted. Nearly all of a history are series, and what Jackson does for any class takes several
 * times as long.
 */
final class SeriesReader extends StdDeserializer<HistorySeries> {
  private static final long serialVersionUID = 1;
  private static final List<Direction> DIRECTIONS = List.of(Direction.values());

  SeriesReader() {
    super(HistorySeries.class);
  }

  @Override
  public HistorySeries deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    if (!parser.isExpectedStartObjectToken()) {
      return context.reportInputMismatch(this, "series must be an object");
    }
    Fields fields = new Fields();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      switch (name) {
        case "scenario" -> fields.scenario = text(name, parser, context);
        case "mode" -> fields.mode = text(name, parser, context);
        case "metric" -> fields.metric = text(name, parser, context);
        case "unit" -> fields.unit = text(name, parser, context);
        case "direction" -> fields.direction = direction(parser, context);
        case "values" -> fields.values = numbers(parser, context);
        default -> context.reportInputMismatch(this, "series must not have a field %s", name);
      }
    }
    return new HistorySeries(
        given("scenario", fields.scenario, context),
        given("mode", fields.mode, context),
        given("metric", fields.metric, context),
        given("unit", fields.unit, context),
        given("direction", fields.direction, context),
        given("values", fields.values, context));
  }

  private static final class Fields {
    private @Nullable String scenario;
    private @Nullable String mode;
    private @Nullable String metric;
    private @Nullable String unit;
    private @Nullable Direction direction;
    private @Nullable List<Double> values;
  }

  /** The same few texts stand in every entry: each is kept once. */
  private String text(String name, JsonParser parser, DeserializationContext context)
      throws IOException {
    if (!parser.hasToken(JsonToken.VALUE_STRING)) {
      return context.reportInputMismatch(this, "%s must be text", name);
    }
    String text = parser.getText().intern();
    return RecordMapper.isWhole(text)
        ? text
        : context.reportInputMismatch(this, "%s must be Unicode", name);
  }

  private Direction direction(JsonParser parser, DeserializationContext context)
      throws IOException {
    String label = text("direction", parser, context);
    for (Direction direction : DIRECTIONS) {
      if (direction.label().equals(label)) {
        return direction;
      }
    }
    return context.reportInputMismatch(this, "direction must be lower or higher");
  }

  private List<Double> numbers(JsonParser parser, DeserializationContext context)
      throws IOException {
    if (!parser.isExpectedStartArrayToken()) {
      return context.reportInputMismatch(this, "values must be a list");
    }
    List<Double> numbers = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!parser.currentToken().isNumeric()) {
        return context.reportInputMismatch(this, "values must be numbers");
      }
      numbers.add(parser.getDoubleValue());
    }
    return numbers;
  }

  private <T> T given(String name, @Nullable T value, DeserializationContext context)
      throws IOException {
    return value == null
        ? context.reportInputMismatch(this, "series must have a field %s", name)
        : value;
  }
}
