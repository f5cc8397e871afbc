package loomwatch.loadgen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import loomwatch.results.Mix;
import org.jspecify.annotations.Nullable;

/**
 * The variables of the environment that requests use, such as passwords. They are read by the
 * process that sends, and are in no plan, record or message.
 */
public final class Variables {
  public static final Variables NONE = new Variables(Map.of());

  private final Map<String, String> values;

  private Variables(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads those of a mix.
   *
   * @throws IllegalArgumentException if one is missing or empty, as a secret is that is not set
   */
  public static Variables of(Mix mix) {
    return of(mix, System::getenv);
  }

  static Variables of(Mix mix, Function<String, @Nullable String> environment) {
    Map<String, String> values = new HashMap<>();
    for (String name : mix.variables().toList()) {
      String value = environment.apply(name);
      if (value == null || value.isEmpty()) {
        throw new IllegalArgumentException(
            "environment must have %s, which requests use as {env.%s}, had none; export it before"
                    .formatted(name, name)
                + " measuring");
      }
      values.put(name, value);
    }
    return new Variables(values);
  }

  String value(String name) {
    return values.getOrDefault(name, "");
  }

  List<String> secrets() {
    return List.copyOf(values.values());
  }
}
