package loomwatch.reporting.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.LimitFinding;
import loomwatch.results.StrictJson;

/**
 * Sealed types in JSON: each record with its facts and a {@code kind}, which is its name in lower
 * case with hyphens.
 */
final class Kinds extends SimpleModule {
  private static final long serialVersionUID = 1;

  /** Writes and reads all that this module tells as JSON. */
  static final JsonMapper MAPPER = StrictJson.WITH_NULLS.rebuild().addModule(new Kinds()).build();

  Kinds() {
    Stream.of(Finding.class, LimitFinding.Absence.class)
        .forEach(sealed -> {
          setMixInAnnotation(sealed, Kind.class);
          registerSubtypes(
              records(sealed)
                  .map(type -> new NamedType(type, name(type)))
                  .toArray(NamedType[]::new));
        });
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface Kind {}

  private static Stream<Class<?>> records(Class<?> sealed) {
    return sealed.isRecord()
        ? Stream.of(sealed)
        : Stream.of(sealed.getPermittedSubclasses()).flatMap(Kinds::records);
  }

  private static String name(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
