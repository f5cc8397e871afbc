package loomwatch.measure.subject;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import loomwatch.results.yaml.YamlFile;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads {@code loomwatch.yaml}; tells every problem of the file at once. The format is described
 * for editors by {@code loomwatch.schema.json} beside this class; the reader is stricter (names
 * given twice, quotes, placeholders, regular expressions).
 *
 * <pre>
 * schema: 1
 * subject:
 *   build: ./mvnw -q -DskipTests package
 *   start: java -jar target/shop.jar --server.port={port}
 *   ready: /actuator/health
 *   modes:
 *     platform: {args: --spring.threads.virtual.enabled=false}
 *     virtual: {args: --spring.threads.virtual.enabled=true}
 * scenarios:
 *   items: {get: /items, rate: 2000}
 * </pre>
 */
public final class SubjectFileReader {
  /** The version of the format. */
  public static final String SCHEMA = "1";

  private static final List<String> KEYS = List.of("schema", "subject", "scenarios", "profiles");

  private SubjectFileReader() {}

  /**
   * Reads the file.
   *
   * @param file its name appears in messages as given here
   * @throws BadFileException when it cannot be read, or not every word of it makes sense
   */
  public static SubjectFile read(Path file) {
    return parse(
        file,
        YamlFile.text(
            file, "Name an existing file, or write a loomwatch.yaml where your service is built."));
  }

  /**
   * The JDK that the file of another revision names. Whatever else that says, the file here counts.
   *
   * @param name of that file, for messages
   * @return nothing also where it is no such file
   * @throws BadFileException when its jdk makes no sense
   */
  public static Optional<String> jdk(String name, String text) {
    Problems unheeded = new Problems(name, text);
    Problems problems = new Problems(name, text);
    Optional<String> jdk =
        YamlFile.compose(text, unheeded)
            .flatMap(root -> Fields.of(root, "file", KEYS, unheeded))
            .flatMap(file -> file.get("subject"))
            .flatMap(subject -> Fields.of(subject, "subject", ServiceReader.KEYS, unheeded))
            .flatMap(subject -> subject.get("jdk"))
            .flatMap(new JdkReader(problems)::read);
    problems.throwIfAny();
    return jdk;
  }

  static SubjectFile parse(Path file, String text) {
    Problems problems = new Problems(file.toString(), text);
    Optional<Fields> fields =
        YamlFile.compose(text, problems).flatMap(root -> Fields.of(root, "file", KEYS, problems));
    if (fields.isEmpty() && !problems.any()) {
      problems.add(
          new Position(file.toString(), 1, 1),
          "file must have schema, subject and scenarios, was empty",
          "Write them.");
    }
    fields.ifPresent(given -> requireSchema(given, problems));
    Optional<ServiceSpec> service =
        fields
            .flatMap(given -> given.require("subject", "Say how the service is started."))
            .flatMap(new ServiceReader(folder(file), problems)::read);
    Protocol protocol = service.map(known -> known.spoken().protocol()).orElse(Protocol.HTTP);
    List<Scenario> scenarios =
        fields
            .flatMap(given -> given.require("scenarios", ScenariosReader.ADVICE))
            .map(new ScenariosReader(folder(file), protocol, problems)::read)
            .orElse(List.of());
    List<String> names = scenarios.stream().map(Scenario::name).toList();
    Map<String, Chosen> profiles =
        fields
            .flatMap(given -> given.get("profiles"))
            .map(new ProfilesReader(names, problems)::read)
            .orElse(Map.of());
    problems.throwIfAny();
    return new SubjectFile(file, Sha256.of(text), service.orElseThrow(), scenarios, profiles);
  }

  private static Path folder(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return Objects.requireNonNullElse(absolute.getParent(), absolute);
  }

  private static void requireSchema(Fields fields, Problems problems) {
    String advice = "Write schema: " + SCHEMA + "; this is the version described here.";
    fields
        .require("schema", advice)
        .filter(node -> !isVersion(node))
        .ifPresent(node ->
            problems.add(
                node, "schema must be " + SCHEMA + ", was " + Scalars.shown(node), advice));
  }

  private static boolean isVersion(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.INT)
        && scalar.getValue().equals(SCHEMA);
  }
}
