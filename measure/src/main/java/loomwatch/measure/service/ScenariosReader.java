package loomwatch.measure.service;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads {@code scenarios} by name: their loads and {@linkplain MixReader requests}. */
public final class ScenariosReader {
  static final String ADVICE =
      "Write at least one under its name, such as items: {get: /items, rate: 500}.";

  private static final List<String> KEYS =
      Stream.concat(
              MixReader.KEYS.stream(),
              Stream.of("rate", "connections", "waits", "max-threads", "saturated", "objective"))
          .toList();

  private static final int MOST = 50;
  private static final int CONNECTIONS = 50;

  /** The benchmarks of JMH use this name and those that begin with it. */
  private static final String RESERVED = JmhResults.ALL;

  private static final Pattern OBJECTIVE =
      Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%\\s+within\\s+(\\S.{0,30})");

  private final MixReader requests;
  private final Protocol protocol;

  ScenariosReader(Path folder, Protocol protocol) {
    this.requests = new MixReader(folder);
    this.protocol = protocol;
  }

  List<Scenario> read(YamlNode node) {
    List<YamlMapping.Entry> entries = node.entries("scenario", ADVICE);
    if (entries.isEmpty()) {
      throw node.invalid("scenarios must have at least one, had none", ADVICE);
    }
    if (entries.size() > MOST) {
      YamlNode first = entries.get(MOST).key();
      first.problem(
          "scenarios must be at most " + MOST + ", were " + entries.size(),
          "Keep the most informative ones: each is measured for minutes.");
    }
    return entries.stream().limit(MOST).flatMap(entry -> read(entry).stream()).toList();
  }

  private Optional<Scenario> read(YamlMapping.Entry entry) {
    String name = entry.name();
    boolean named = ServiceReader.isName(entry.key(), "scenario", "Rename it, such as slow-items.");
    if (name.equals(RESERVED) || name.startsWith(RESERVED + "-")) {
      named = false;
      YamlNode key = entry.key();
      key.problem(
          "scenario must not be named jmh nor begin with jmh-, was " + YamlNode.quoted(name),
          "Rename it: so the benchmarks of JMH are named.");
    }
    Optional<Scenario> read = entry.value().read(node -> scenario(name, node.mapping(KEYS)));
    return named ? read : Optional.empty();
  }

  private Scenario scenario(String name, YamlMapping scenario) {
    Mix sent = requests.read(scenario);
    MixedRequest first = sent.requests().getFirst();
    boolean alone = sent.equals(Mix.of(first.path(), first.request()));
    return new Scenario(
        name,
        alone ? first.path() : null,
        alone ? first.request() : null,
        alone ? null : sent,
        protocol == Protocol.HTTP ? null : protocol,
        scenario
            .required(
                "rate",
                "Write how many requests are sent each second, such as rate: 500.",
                ScenariosReader::rate)
            .orElse(1.0),
        scenario.optional("connections", CONNECTIONS, ScenariosReader::count),
        scenario.optional("max-threads", ScenariosReader::count).orElse(null),
        scenario.optional(
            "waits",
            false,
            node -> node.flag("Write waits: true if most of a response's time is spent waiting.")),
        scenario.optional("saturated", Set.of(), ScenariosReader::saturated),
        scenario.optional("objective", ScenariosReader::objective).orElse(null),
        null);
  }

  public static int count(YamlNode node) {
    return node.whole(1, 10_000);
  }

  public static double rate(YamlNode node) {
    double rate = node.quantity(Dimension.COUNT);
    node.require(
        rate >= 0.001 && rate <= 1_000_000,
        "must be from 0.001 to 1000000",
        "Write how many requests are sent each second, over all connections.");
    return rate;
  }

  public static Set<Mode> saturated(YamlNode node) {
    String advice = "Write the modes this load is meant to be too much for, such as [platform].";
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    for (YamlNode each : node.list("saturated", "must be a list of modes", advice)) {
      each.read(label -> {
        boolean known = ServiceReader.LABELS.contains(label.raw());
        label.require(
            known && modes.add(Mode.of(label.raw())),
            "must name platform, virtual or both, each once",
            advice);
        return label;
      });
    }
    return modes;
  }

  public static Objective objective(YamlNode node) {
    Matcher form = OBJECTIVE.matcher(node.raw().strip());
    OptionalDouble within =
        form.matches() ? Dimension.TIME.parse(form.group(2)) : OptionalDouble.empty();
    node.require(
        within.isPresent(),
        "must be a share and a time",
        "Write what is promised, such as objective: 99.9 % within 20 ms.");
    double percent = Double.parseDouble(form.group(1));
    node.require(
        percent >= Objective.LEAST_PERCENT && percent < 100,
        "must be of 50 % of requests to below 100 %",
        "Write a share that may be missed now and then, such as 99.9 %.");
    double seconds = within.orElseThrow();
    // The lower limit is the histogram's smallest step: no server answers sooner.
    node.require(
        seconds >= 1e-5 && seconds <= 600,
        "must be within 10 us to 600 s",
        "Write a time that a request can meet, such as 20 ms.");
    return new Objective(percent, seconds);
  }
}
