package loomwatch.measure.service;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.loadgen.LoadPlan.ConnectionSpec.Certificates;
import loomwatch.measure.service.BackingService.Image;
import loomwatch.measure.service.ServiceSpec.Components;
import loomwatch.measure.service.ServiceSpec.Start;
import loomwatch.measure.service.ServiceSpec.Variant;
import loomwatch.measure.service.ServiceSpec.WebApplication;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * Reads {@code service}: a program, a web application, or a running service.
 *
 * @param unfinished whether it may lack start and ready
 */
record ServiceReader(Path folder, boolean unfinished) {
  static final List<String> LABELS = Arrays.stream(Mode.values()).map(Mode::label).toList();

  private static final List<String> KEYS =
      YamlMapping.keys(
          "name jdk build start war url tomcat directory environment ready protocol "
              + "certificate modes components services");
  private static final List<String> NOT_WITH_URL =
      YamlMapping.keys("jdk build start war tomcat directory environment services components");

  private static final int LONGEST_NAME = 60;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9][a-z0-9-]{0," + (LONGEST_NAME - 1) + "}");
  private static final String NAME_RULE =
      "at most "
          + LONGEST_NAME
          + " lower-case letters, digits and hyphens, not beginning with a hyphen";

  /** A version only, as the home of a JDK differs between machines. */
  private static final Pattern JDK = Pattern.compile("(\\d{2,3})(\\.\\d{1,3})*(\\+\\d{1,3})?");

  private static final Pattern COMPONENT = Pattern.compile("[A-Za-z0-9*][A-Za-z0-9._*-]{0,99}");
  private static final int MOST_COMPONENTS = 100;
  private static final Map<String, Protocol> PROTOCOLS =
      new TreeMap<>(
          Arrays.stream(Protocol.values())
              .collect(Collectors.toMap(Protocol::label, each -> each)));
  private static final Predicate<String> HAS_PORT =
      text -> Placeholders.has(Placeholders.PORT, text);
  private static final String PORT =
      "Add {port} where the service takes its port from, such as --server.port={port} in start or"
          + " args, or SERVER_PORT: \"{port}\" in environment.";

  /** Reports whether a key is a valid name of a scenario or service, and adds a problem if not. */
  static boolean isName(YamlNode key, String what, String advice) {
    boolean is = NAME.matcher(key.raw()).matches();
    if (!is) {
      key.problem(
          what + " must be named by " + NAME_RULE + ", was " + YamlNode.quoted(key.raw()), advice);
    }
    return is;
  }

  ServiceSpec read(YamlNode node) {
    YamlMapping service = node.mapping(KEYS);
    List<String> services = service.get("services").map(YamlNode::names).orElse(List.of());
    CommandReader commands =
        new CommandReader(
            Stream.concat(Placeholders.KNOWN.stream(), services.stream().map(BackingService::port))
                .toList());
    Start start = start(service, commands);
    boolean mustHavePort = modesMustHavePort(service);
    return new ServiceSpec(
        service.optional("name", ServiceReader::name).orElseGet(this::folderName),
        folder,
        service.optional("jdk", ServiceReader::jdk),
        service.optional("build", ServiceReader::build),
        start,
        modes(service, commands, mustHavePort),
        ready(service),
        connectionSpec(service),
        service.optional("components", Components.USUAL, ServiceReader::components),
        service.optional("services", List.of(), BackingServiceReader::read),
        Map.of());
  }

  /** Returns what stands for the service of a file that has none: nothing is started. */
  ServiceSpec ofNoService() {
    return ServiceSpec.program(folderName(), folder, List.of(), Ready.LISTENING);
  }

  private static String name(YamlNode node) {
    String advice = "Write a short one, such as name: shop, or leave it out for the folder's.";
    node.text(advice);
    return node.matching(NAME, "must be " + NAME_RULE, advice);
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

  static String jdk(YamlNode node) {
    Matcher version = JDK.matcher(node.raw());
    node.require(
        version.matches() && Integer.parseInt(version.group(1)) >= ServiceSpec.OLDEST_JDK,
        "must be a version of at least " + ServiceSpec.OLDEST_JDK,
        "Write it like jdk: 25 or jdk: 21.0.8; the newest such JDK on the machine is taken.");
    return node.raw();
  }

  static String build(YamlNode node) {
    String line =
        node.text("Write a command line for a shell, or leave build out: then nothing is built.");
    if (line.indexOf(0) >= 0) {
      throw node.invalid(
          "build must be a command line, had the character U+0000",
          "Leave it out: no program can be given it.");
    }
    return line;
  }

  static Function<YamlNode, String> path(String advice) {
    return node -> {
      String text = node.text(advice);
      boolean within;
      try {
        Path relative = Path.of(text);
        within = !relative.isAbsolute();
        for (Path element : relative) {
          within &= !element.toString().equals("..");
        }
      } catch (InvalidPathException e) {
        within = false;
      }
      node.require(within, "must be a path within this file's folder", advice);
      return text;
    };
  }

  private Start start(YamlMapping service, CommandReader commands) {
    Optional<URI> url = Optional.empty();
    Optional<WebApplication> war = Optional.empty();
    List<String> words = List.of();
    if (service.has("url")) {
      for (String key : NOT_WITH_URL) {
        service.refuse(
            key,
            key + " must be left out with url, was given",
            "Remove it: what runs elsewhere is neither built nor started.");
      }
      url = service.optional("url", ServiceReader::url);
    } else if (!service.has("war")) {
      service.refuse(
          "tomcat",
          "tomcat must be left out without war, was given",
          "Remove tomcat: it says which one a war is deployed in.");
      words = needed(service, "start", CommandReader.EXAMPLE, commands::start).orElse(List.of());
    } else if (service.has("start")) {
      service.clash(
          "war",
          "start",
          "war must be left out with start, was given",
          "Keep start if the application brings its server, war if it needs one.");
    } else {
      war = Optional.of(war(service));
      words = war.get().start();
    }
    String directory =
        service.optional(
            "directory",
            "",
            path("Write a folder beside or below this file, such as directory: server."));
    return new Start(
        words,
        Path.of(directory).normalize(),
        service.optional("environment", Map.of(), commands::environment),
        war,
        url);
  }

  private static WebApplication war(YamlMapping service) {
    return new WebApplication(
        service.optional(
            "war",
            "",
            path("Write a path beside or below this file, such as war: target/shop.war.")),
        service.optional(
            "tomcat",
            WebApplication.LINES.getFirst(),
            node ->
                node.oneOf(
                    WebApplication.LINES,
                    "must be " + String.join(" or ", WebApplication.LINES),
                    "Write the line alone, such as tomcat: 10.1.")));
  }

  private static URI url(YamlNode node) {
    String advice = "Write " + ServiceSpec.URL_RULE + "; paths are those of scenarios.";
    Optional<URI> url = ServiceSpec.parseUrl(node.text(advice));
    node.require(url.isPresent(), "must be " + ServiceSpec.URL_RULE, advice);
    return url.orElseThrow();
  }

  private <T> Optional<T> needed(
      YamlMapping service, String key, String advice, Function<YamlNode, T> as) {
    return unfinished ? service.optional(key, as) : service.required(key, advice, as);
  }

  private Ready ready(YamlMapping service) {
    if (!service.has("ready") && service.has("url")) {
      return Ready.LISTENING;
    }
    if (!service.has("ready") && service.has("war")) {
      return Ready.DEPLOYED;
    }
    Ready ready = needed(service, "ready", Ready.ADVICE, Ready::read).orElse(Ready.LISTENING);
    if (service.has("url") && ready instanceof Ready.Logs) {
      service
          .get("ready")
          .ifPresent(node ->
              node.problem(
                  "ready must be a path or {port: true} with url, was a log",
                  "Write one of them, or leave ready out: what runs elsewhere logs elsewhere."));
    }
    return ready;
  }

  private static ConnectionSpec connectionSpec(YamlMapping service) {
    Protocol protocol =
        service
            .optional("protocol", node -> one(node, List.copyOf(PROTOCOLS.keySet())))
            .map(PROTOCOLS::get)
            .orElse(Protocol.HTTP);
    if (!service.has("certificate")) {
      return new ConnectionSpec(protocol, Certificates.TRUSTED);
    }
    if (!protocol.secure()) {
      service
          .get("certificate")
          .ifPresent(node ->
              node.problem(
                  "certificate must be with protocol https or h2, was with " + protocol.label(),
                  "Leave it out, or write protocol: https."));
    }
    service.optional("certificate", node -> one(node, List.of("any")));
    return new ConnectionSpec(protocol, Certificates.ANY);
  }

  private static String one(YamlNode node, List<String> known) {
    return node.oneOf(known, "must be one of " + String.join(", ", known));
  }

  /**
   * Reports whether every mode must have the port, as the service has it only with some, ignoring
   * values that are no text. One that never has it is a problem.
   */
  private static boolean modesMustHavePort(YamlMapping service) {
    Optional<YamlNode> start = service.get("start").filter(node -> !node.raw().isBlank());
    if (start.isEmpty()
        || start.get().has(HAS_PORT, 0)
        || service.get("environment").filter(node -> node.has(HAS_PORT, 1)).isPresent()) {
      return false;
    }
    if (service.get("modes").filter(node -> node.has(HAS_PORT, 3)).isEmpty()) {
      start.get().problem("start must have {port}, had none", PORT);
      return false;
    }
    return true;
  }

  /** Reads the modes and what each adds; by default both for a war, else only platform. */
  private static Map<Mode, Variant> modes(
      YamlMapping service, CommandReader commands, boolean mustHavePort) {
    Map<Mode, Variant> modes = new EnumMap<>(Mode.class);
    if (!service.has("modes")) {
      modes.put(Mode.PLATFORM, Variant.PLAIN);
      if (service.has("war")) {
        modes.put(Mode.VIRTUAL, Variant.PLAIN);
      }
      return modes;
    }
    service.optional(
        "modes",
        node -> {
          YamlMapping given = node.mapping(LABELS);
          if (node.isEmpty()) {
            node.problem(
                "modes must have platform, virtual or both, had none",
                "Write modes: {platform: {}}, or leave modes out, which means the same.");
          }
          for (Mode mode : Mode.values()) {
            given
                .optional(mode.label(), variant -> variant(variant, commands))
                .ifPresent(variant -> modes.put(mode, variant));
            if (mustHavePort
                && given.get(mode.label()).filter(of -> !of.has(HAS_PORT, 2)).isPresent()) {
              given.refuse(mode.label(), "every mode must have {port}, this had none", PORT);
            }
          }
          return modes;
        });
    if (service.has("war")
        && modes.values().stream().anyMatch(variant -> !variant.args().isEmpty())) {
      service.refuse(
          "modes",
          "modes must have no args with war, had some",
          "Remove them: Loomwatch starts the server. An application reads environment.");
    }
    return modes;
  }

  private static Variant variant(YamlNode node, CommandReader commands) {
    if (node.isNull()) {
      return Variant.PLAIN;
    }
    YamlMapping variant = node.mapping(List.of("args", "environment"));
    return new Variant(
        variant.optional("args", List.of(), commands::args),
        variant.optional("environment", Map.of(), commands::environment));
  }

  private static Components components(YamlNode node) {
    String advice =
        "Write names of artifacts such as components: [spring-core, \"acme-*\"], or leave it out"
            + " for the usual servers, frameworks and drivers.";
    List<YamlNode> names = node.list("component", "must be a list", advice);
    if (names.size() > MOST_COMPONENTS) {
      node.problem(
          "components must be at most " + MOST_COMPONENTS + ", were " + names.size(),
          "Write one that stands for several, such as \"acme-*\".");
    }
    return new Components(
        YamlNode.each(
            names, each -> each.matching(COMPONENT, "must be the name of an artifact", advice)));
  }

  static final class BackingServiceReader {
    private static final List<String> KEYS =
        YamlMapping.keys("prepare start image port args environment ready reset version");
    private static final List<String> OF_PROGRAMS = List.of("start", "prepare", "version");
    private static final List<String> OF_CONTAINERS = List.of("port", "args");
    private static final int MOST = 10;
    private static final String ADVICE =
        "Write each under its name, such as services: {stub: {start: python3 stub.py {port}, ready:"
            + " {port: true}}}.";

    private static final Pattern IMAGE =
        Pattern.compile(
            "[a-z0-9][a-z0-9._/-]*(?::[0-9]+/[a-z0-9][a-z0-9._/-]*)?(?::[A-Za-z0-9_][A-Za-z0-9._-]*)?"
                + "(?:@sha256:[0-9a-f]{64})?");

    private BackingServiceReader() {}

    static List<BackingService> read(YamlNode node) {
      List<YamlMapping.Entry> entries = node.entries("service", ADVICE);
      if (entries.size() > MOST) {
        YamlNode first = entries.get(MOST).key();
        first.problem(
            "services must be at most " + MOST + ", were " + entries.size(),
            "Keep what is asked while it is measured.");
      }
      List<BackingService> services = new ArrayList<>();
      // Each may use its own port and those of earlier ones.
      Set<String> known = new HashSet<>(Set.of(Placeholders.PORT, BackingService.DIRECTORY));
      for (YamlMapping.Entry entry : entries) {
        if (ServiceReader.isName(entry.key(), "service", "Rename it, such as db.")) {
          entry
              .value()
              .read(value -> service(entry.name(), value.mapping(KEYS), Set.copyOf(known)))
              .ifPresent(services::add);
          known.add(BackingService.port(entry.name()));
        }
      }
      return services;
    }

    private static BackingService service(String name, YamlMapping service, Set<String> known) {
      boolean contained = service.has("image");
      // No placeholders are replaced within a container.
      CommandReader commands = new CommandReader(contained ? Set.of() : known);
      Optional<Image> image = contained ? Optional.of(image(service, commands)) : Optional.empty();
      List<String> start = contained ? List.of() : start(service, commands);
      Map<String, String> environment =
          service.optional("environment", Map.of(), commands::environment);
      Ready ready = service.required("ready", Ready.ADVICE, Ready::read).orElse(Ready.LISTENING);
      CommandReader shells = new CommandReader(known);
      return new BackingService(
          name,
          service.optional("prepare", shells::shell),
          start,
          environment,
          ready,
          service.optional("reset", shells::shell),
          service.optional("version", new CommandReader(Set.of())::shell),
          image);
    }

    private static List<String> start(YamlMapping service, CommandReader commands) {
      for (String key : OF_CONTAINERS) {
        service.refuse(
            key,
            key + " must be left out without image, was given",
            "Remove it: a program is told its port by {port} in start.");
      }
      List<String> start =
          service
              .required(
                  "start",
                  "Write the program that is needed and its arguments, or its image.",
                  commands::start)
              .orElse(List.of());
      service
          .get("start")
          .filter(node -> !node.raw().isBlank() && !Placeholders.has(Placeholders.PORT, node.raw()))
          .ifPresent(node ->
              node.problem(
                  "start of a backing service must have {port}, had none",
                  "Add {port} where it takes its port from."));
      return start;
    }

    private static Image image(YamlMapping service, CommandReader commands) {
      for (String key : OF_PROGRAMS) {
        service.refuse(
            key,
            key + " must be left out with image, was given",
            "Remove it: the image says what is started, and its digest which version.");
      }
      String advice = "Write its name and tag, such as image: postgres:16.";
      return new Image(
          service.optional(
              "image",
              "",
              node -> {
                node.text(advice);
                return node.matching(IMAGE, "must be the name of a container image", advice);
              }),
          service
              .required(
                  "port",
                  "Write the port it listens on in its container, such as port: 5432.",
                  node -> node.whole(1, 65_535))
              .orElse(1),
          service.optional("args", List.of(), commands::args));
    }
  }
}
