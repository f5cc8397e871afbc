package loomwatch.loadgen;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    List<String> names = mix.variables().toList();
    for (String name : names) {
      String value = environment.apply(name);
      if (value == null || value.isEmpty()) {
        throw new IllegalArgumentException(
            "environment must have %s, which requests use as {env.%s}, had none; export it before"
                    .formatted(name, name)
                + " measuring");
      }
    }
    return new Variables(
        names.stream().collect(Collectors.toMap(name -> name, name -> get(environment, name))));
  }

  private static String get(Function<String, @Nullable String> environment, String name) {
    String value = environment.apply(name);
    return value == null ? "" : value;
  }

  String value(String name) {
    return values.getOrDefault(name, "");
  }

  List<String> secrets() {
    return List.copyOf(values.values());
  }
}
