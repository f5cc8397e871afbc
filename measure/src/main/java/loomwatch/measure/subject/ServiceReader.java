package loomwatch.measure.subject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.loadgen.Spoken;
import loomwatch.loadgen.Spoken.Certificates;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code subject}: the service. */
final class ServiceReader {
  static final List<String> KEYS =
      List.of(
          "name",
          "jdk",
          "build",
          "start",
          "war",
          "url",
          "tomcat",
          "directory",
          "environment",
          "ready",
          "protocol",
          "certificate",
          "modes",
          "components",
          "needs");
  private static final int LONGEST_NAME = 60;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9][a-z0-9-]{0," + (LONGEST_NAME - 1) + "}");

  private static final Map<String, Protocol> PROTOCOLS = new TreeMap<>();
  private static final Map<String, Certificates> CERTIFICATES = Map.of("any", Certificates.ANY);

  static {
    for (Protocol protocol : Protocol.values()) {
      PROTOCOLS.put(protocol.label(), protocol);
    }
  }

  private final Path folder;
  private final Problems problems;
  private final Scalars scalars;

  /** For a file of that folder. */
  ServiceReader(Path folder, Problems problems) {
    this.folder = folder;
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** The service, or nothing, as problems. */
  Optional<ServiceSpec> read(Node subject) {
    return Fields.of(subject, "subject", KEYS, problems).flatMap(this::read);
  }

  private Optional<ServiceSpec> read(Fields fields) {
    String name = fields.get("name").flatMap(this::name).orElseGet(this::folderName);
    Optional<String> jdk = fields.get("jdk").flatMap(new JdkReader(problems)::read);
    Optional<String> build = fields.get("build").flatMap(this::build);
    List<Need> needs = fields.get("needs").map(new NeedsReader(problems)::read).orElse(List.of());
    List<String> placeholders = new ArrayList<>(Placeholders.KNOWN);
    needs.forEach(need -> placeholders.add(Need.port(need.name())));
    CommandReader commands = new CommandReader(problems, placeholders);
    StartReader starts = new StartReader(problems, commands);
    Optional<StartReader.Started> start = starts.read(fields);
    Path directory = fields.get("directory").flatMap(this::directory).orElse(folder);
    Map<String, String> environment =
        fields.get("environment").map(commands::environment).orElse(Map.of());
    Optional<Ready> ready = fields.get("ready").isEmpty() ? usualReady(fields) : Optional.empty();
    if (ready.isEmpty()) {
      ready = fields.require("ready", ReadyReader.ADVICE).flatMap(new ReadyReader(problems)::read);
    }
    if (fields.get("url").isPresent() && ready.filter(Ready.Logs.class::isInstance).isPresent()) {
      problems.add(
          fields.get("ready").orElseThrow(),
          "ready must be a path or {port: true} with url, was a log",
          "Write one of them, or leave ready out: what runs elsewhere logs elsewhere.");
    }
    Optional<Ready> known = ready;
    Spoken spoken = spoken(fields);
    Map<Mode, Variant> modes = starts.modes(fields);
    Components components =
        fields.get("components").map(new ComponentsReader(problems)::read).orElse(Components.USUAL);
    PortRule.check(fields, problems);
    return start.flatMap(started ->
        known.map(way ->
            new ServiceSpec(
                name,
                folder,
                jdk,
                build,
                started.words(),
                directory,
                environment,
                way,
                spoken,
                modes,
                components,
                needs,
                started.war(),
                started.url(),
                Map.of())));
  }

  private Spoken spoken(Fields fields) {
    Protocol protocol =
        fields
            .get("protocol")
            .map(node -> one(node, "protocol", PROTOCOLS).map(PROTOCOLS::get).orElse(Protocol.HTTP))
            .orElse(Protocol.HTTP);
    Optional<Node> certificate = fields.get("certificate");
    if (certificate.isEmpty()) {
      return new Spoken(protocol, Certificates.TRUSTED);
    }
    if (!protocol.secure()) {
      problems.add(
          certificate.get(),
          "certificate must be with protocol https or h2, was with " + protocol.label(),
          "Leave it out, or write protocol: https.");
    }
    Optional<String> which = one(certificate.get(), "certificate", CERTIFICATES);
    return new Spoken(protocol, which.map(CERTIFICATES::get).orElse(Certificates.TRUSTED));
  }

  private Optional<String> one(Node node, String name, Map<String, ?> known) {
    String value = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (known.containsKey(value)) {
      return Optional.of(value);
    }
    problems.add(
        node,
        name
            + " must be one of "
            + String.join(", ", known.keySet())
            + ", was "
            + Scalars.shown(node),
        NearestName.advice(value, known.keySet()));
    return Optional.empty();
  }

  /** Where something else than the service says so. */
  private static Optional<Ready> usualReady(Fields fields) {
    if (fields.get("url").isPresent()) {
      return Optional.of(Ready.LISTENING);
    }
    return fields.get("war").isPresent() ? Optional.of(Ready.DEPLOYED) : Optional.empty();
  }

  private Optional<String> name(Node node) {
    String advice = "Write a short one, such as name: shop, or leave it out for the folder's.";
    Optional<String> name = scalars.text(node, "name", advice);
    if (name.isPresent() && !isName(name.get())) {
      problems.add(
          node,
          "name must be at most "
              + LONGEST_NAME
              + " lower-case letters, digits and hyphens, not beginning with a hyphen, was "
              + Scalars.shown(node),
          advice);
    }
    return name;
  }

  private String folderName() {
    Path last = folder.getFileName();
    String fit =
        last == null
            ? ""
            : last.toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceFirst("^-", "");
    String cut = fit.substring(0, Math.min(fit.length(), LONGEST_NAME)).replaceFirst("-$", "");
    return cut.isEmpty() ? "service" : cut;
  }

  private Optional<String> build(Node node) {
    String advice = "Write a command line for a shell, or leave build out: then nothing is built.";
    Optional<String> build = scalars.text(node, "build", advice);
    if (build.filter(line -> line.indexOf(0) >= 0).isPresent()) {
      problems.add(
          node,
          "build must be a command line, had the character U+0000",
          "Leave it out: no program can be given it.");
    }
    return build;
  }

  private Optional<Path> directory(Node node) {
    String advice = "Write a folder beside or below this file, such as directory: server.";
    Optional<String> text = scalars.text(node, "directory", advice);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (StartReader.isWithin(text.get())) {
      return Optional.of(folder.resolve(text.get()).normalize());
    }
    problems.add(
        node,
        "directory must be a path within this file's folder, was " + Scalars.shown(node),
        advice);
    return Optional.empty();
  }
}
