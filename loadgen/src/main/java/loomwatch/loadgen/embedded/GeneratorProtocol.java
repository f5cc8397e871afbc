package loomwatch.loadgen.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import loomwatch.loadgen.LoadGenerator.WatchedRun;
import loomwatch.loadgen.LoadPlan;

/** The protocol between harness and generator: one JSON value per line. */
final class GeneratorProtocol {
  /** Command to close all pooled connections; answered by an empty line. */
  static final String HANG_UP = "hang up";

  /** Times are written as text, exact to the nanosecond; Jackson alone has no support. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Duration.class, ToStringSerializer.instance)
                  .addDeserializer(Duration.class, new Text<>(Duration.class, Duration::parse))
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new Text<>(Instant.class, Instant::parse)))
          .build();

  private GeneratorProtocol() {}

  /** A plan and the number of slowest requests to report. */
  record Command(LoadPlan plan, int slowest) {}

  static String write(Command command) {
    return line(command);
  }

  static Command readCommand(String line) throws JsonProcessingException {
    return JSON.readValue(line, Command.class);
  }

  static String write(WatchedRun run) {
    return line(run);
  }

  static WatchedRun readRun(String line) throws JsonProcessingException {
    return JSON.readValue(line, WatchedRun.class);
  }

  private static String line(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: plans and results have a JSON form", e);
    }
  }

  private static final class Text<T> extends FromStringDeserializer<T> {
    private static final long serialVersionUID = 1;

    private final transient Function<String, T> parse;

    Text(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    protected T _deserialize(String value, DeserializationContext context) {
      return parse.apply(value);
    }
  }
}
