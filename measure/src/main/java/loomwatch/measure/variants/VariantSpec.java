package loomwatch.measure.variants;

import static java.util.Map.entry;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.service.JavaCommand.FlagRules;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.NearestName;
import org.jspecify.annotations.Nullable;

/**
 * A variant as its SPEC describes it. Defaults are the same in both variants: the working tree, the
 * Tomcat version of its {@code pom.xml}, the JDK that runs Loomwatch, no flags, no fault. Only for
 * a team's service the JDK is the one that the revision's file names.
 *
 * @param ref a git revision, {@code .} for the working tree, or null
 * @param tomcat a Tomcat version such as {@code 11.0.27}, or null
 * @param jdk a version such as {@code 25} or {@code 21.0.8}, or a home, or null
 * @param libraries versions of libraries that the build files are to name; those of Spring Boot are
 *     one, by boot=
 * @param flags for the JVM of server and JMH forks, in order, added to Loomwatch's
 * @param fault injected into the server, as {@code KIND:SIZE}, or null
 * @param url of a service that already runs, or null
 */
public record VariantSpec(
    @Nullable String ref,
    @Nullable String tomcat,
    @Nullable String jdk,
    List<Library> libraries,
    List<String> flags,
    @Nullable String fault,
    @Nullable URI url) {

  public VariantSpec {
    libraries = List.copyOf(libraries);
    flags = List.copyOf(flags);
  }

  /**
   * Reads {@code key=value,…}; an initial word without {@code =} is the ref. Values contain no
   * comma, except {@code flags=}, which ends at a comma followed by one of the keys and {@code =}.
   *
   * @param option the option's name for messages, such as {@code --base}
   * @throws SpecException for an unknown or repeated key, and for a value that is empty, malformed
   *     or would break the measurement; the message shows the place
   */
  public static VariantSpec parse(String option, String text) {
    return new SpecReader(option, text).read();
  }

  /** Returns this spec with that commit as its revision, as {@link #parse} reads it. */
  public String textAt(String commit) {
    String versions = versions();
    String options = flags.isEmpty() ? "" : ",flags=" + String.join(" ", flags);
    return "ref="
        + commit
        + (versions.isEmpty() ? "" : "," + versions)
        + options
        + (fault == null ? "" : ",fault=" + fault);
  }

  /** Returns the versions of runtime and libraries, as {@link #parse} reads them. */
  public String versions() {
    List<String> parts = new ArrayList<>();
    if (tomcat != null) {
      parts.add("tomcat=" + tomcat);
    }
    if (jdk != null) {
      parts.add("jdk=" + jdk);
    }
    libraries.stream()
        .filter(Library::isWhole)
        .forEach(boot -> parts.add("boot=" + boot.version()));
    String others =
        libraries.stream()
            .filter(library -> !library.isWhole())
            .map(each -> "%s:%s:%s".formatted(each.group(), each.artifact(), each.version()))
            .collect(Collectors.joining(" "));
    if (!others.isEmpty()) {
      parts.add("dep=" + others);
    }
    return String.join(",", parts);
  }

  /** Returns the versions of both; of two of the same the other's is taken. */
  public VariantSpec with(VariantSpec other) {
    Map<String, Library> all = new LinkedHashMap<>();
    Stream.concat(libraries.stream(), other.libraries.stream())
        .forEach(library -> all.put(library.group() + ":" + library.artifact(), library));
    return new VariantSpec(
        ref,
        other.tomcat == null ? tomcat : other.tomcat,
        other.jdk == null ? jdk : other.jdk,
        List.copyOf(all.values()),
        flags,
        fault,
        url);
  }

  /** Returns the spec of a service that runs already. */
  static VariantSpec running(@Nullable URI url) {
    return new VariantSpec(null, null, null, List.of(), List.of(), null, url);
  }

  /** Returns this spec with that commit as its revision; a working tree stays what it is. */
  public VariantSpec at(String commit) {
    return ref == null || ref.equals(Sources.WORKING_TREE)
        ? this
        : new VariantSpec(commit, tomcat, jdk, libraries, flags, fault, url);
  }

  /**
   * A library with the version that it is to have.
   *
   * @param artifact {@code *} for all that build files name of the group
   */
  public record Library(String group, String artifact, String version) {
    static final String BOOT = "org.springframework.boot";

    static Library boot(String version) {
      return new Library(BOOT, "*", version);
    }

    public boolean isWhole() {
      return artifact.equals("*");
    }

    @Override
    public String toString() {
      return (isWhole() ? "Spring Boot" : group + ":" + artifact) + " " + version;
    }
  }

  static final class SpecReader {
    private static final String EXAMPLE =
        "'ref=main,tomcat=10.1.59,jdk=25,flags=-XX:+UseZGC -Xmx1g,fault=cpu:10%'";

    private static final List<String> KEYS =
        List.of("ref", "tomcat", "jdk", "boot", "dep", "flags", "fault", "url");

    private static final Pattern NEXT_KEY =
        Pattern.compile(",(?=\\s*(?:" + String.join("|", KEYS) + ")\\s*=)");
    private static final Pattern TOMCAT = Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+(?:-M\\d+)?");

    private static final Pattern VERSION = Pattern.compile("\\d[\\w.+-]*");
    private static final Pattern LIBRARY = Pattern.compile("([\\w.-]+):([\\w.-]+):(\\d[\\w.+-]*)");

    private final String option;
    private final String text;
    private final Map<String, Value> values = new HashMap<>();

    /** A value and its position, counted from 0. */
    private record Value(String text, int at) {}

    SpecReader(String option, String text) {
      this.option = option;
      this.text = text;
    }

    VariantSpec read() {
      if (text.isBlank()) {
        throw refused(
            0, "SPEC must be a revision or key=value pairs, was empty; . is the working tree");
      }
      int at = 0;
      while (at <= text.length()) {
        at = readPair(at) + 1;
      }
      return new VariantSpec(
          text("ref", this::checkRef),
          text("tomcat", this::checkTomcat),
          text("jdk", any -> {}),
          libraries(),
          flags(),
          text("fault", this::checkFault),
          url());
    }

    private int readPair(int begin) {
      int comma = text.indexOf(',', begin);
      int equals = text.indexOf('=', begin);
      int keyEnd = equals < 0 || (comma >= 0 && comma < equals) ? endOr(comma) : equals;
      Value word = trimmed(begin, keyEnd);
      if (keyEnd != equals && begin == 0 && isRevision(word.text())) {
        values.put("ref", word);
        return keyEnd;
      }
      String key = word.text();
      requireKnown(word);
      if (keyEnd != equals) {
        throw refused(keyEnd, key + " must have a value, had none; write " + key + "=…");
      }
      int end = key.equals("flags") ? endOfFlags(equals) : endOr(comma);
      Value value = trimmed(equals + 1, end);
      if (value.text().isEmpty()) {
        throw refused(
            value.at(),
            "%s must have a value, was empty; leave the key out for the same in both variants"
                .formatted(key));
      }
      if (values.putIfAbsent(key, value) != null) {
        throw refused(begin, key + " must be given once, was repeated; keep one of them");
      }
      return end;
    }

    /** Reports whether an initial word is a revision, which it is unless it is a key. */
    private static boolean isRevision(String word) {
      return !word.isEmpty() && !KEYS.contains(word);
    }

    private void requireKnown(Value word) {
      if (!KEYS.contains(word.text())) {
        throw refused(
            word.at(),
            "key must be one of those known, was \"%s\"; %s"
                .formatted(word.text(), NearestName.suggestion(word.text(), KEYS)));
      }
    }

    private int endOr(int comma) {
      return comma < 0 ? text.length() : comma;
    }

    private int endOfFlags(int from) {
      Matcher next = NEXT_KEY.matcher(text);
      return next.find(from) ? next.start() : text.length();
    }

    private Value trimmed(int begin, int end) {
      String raw = text.substring(begin, end);
      int leading = raw.length() - raw.stripLeading().length();
      return new Value(raw.strip(), raw.isBlank() ? begin : begin + leading);
    }

    private @Nullable String text(String key, Consumer<Value> check) {
      Value value = values.get(key);
      if (value == null) {
        return null;
      }
      check.accept(value);
      return value.text();
    }

    private void checkRef(Value value) {
      if (value.text().startsWith("-")) {
        throw refused(value.at(), "ref must be a git revision, was \"" + value.text() + "\"");
      }
    }

    private void checkTomcat(Value value) {
      Matcher matcher = TOMCAT.matcher(value.text());
      if (!matcher.matches()) {
        throw refused(
            value.at(),
            "tomcat must be a whole version such as 10.1.59 or 11.0.27, was \""
                + value.text()
                + "\"");
      }
      int line = Integer.parseInt(matcher.group(1)) * 100 + Integer.parseInt(matcher.group(2));
      if (line < 10_01) {
        throw refused(
            value.at(),
            "tomcat must be 10.1 or later, was %s: the server is written for Jakarta Servlet 6"
                .formatted(value.text()));
      }
    }

    private void checkFault(Value value) {
      FaultSyntax.refusal(value.text())
          .ifPresent(reason -> {
            throw refused(value.at(), reason);
          });
    }

    private List<Library> libraries() {
      List<Library> libraries = new ArrayList<>();
      String boot =
          text(
              "boot",
              value -> {
                if (!VERSION.matcher(value.text()).matches()) {
                  throw refused(
                      value.at(),
                      "boot must be a version such as 3.5.6, was \"" + value.text() + "\"");
                }
              });
      if (boot != null) {
        libraries.add(Library.boot(boot));
      }
      Value value = values.get("dep");
      if (value != null) {
        Matcher word = Pattern.compile("\\S+").matcher(value.text());
        while (word.find()) {
          Matcher library = LIBRARY.matcher(word.group());
          if (!library.matches()) {
            throw refused(
                value.at() + word.start(),
                "dep must be GROUP:ARTIFACT:VERSION, several with blanks between them, was \"%s\""
                    .formatted(word.group()));
          }
          libraries.add(new Library(library.group(1), library.group(2), library.group(3)));
        }
      }
      return libraries;
    }

    private List<String> flags() {
      Value value = values.get("flags");
      if (value == null) {
        return List.of();
      }
      List<String> flags = new ArrayList<>();
      Matcher word = Pattern.compile("\\S+").matcher(value.text());
      while (word.find()) {
        int at = value.at() + word.start();
        FlagRules.refusal(word.group())
            .ifPresent(reason -> {
              throw refused(at, reason);
            });
        flags.add(word.group());
      }
      return flags;
    }

    private @Nullable URI url() {
      Value value = values.get("url");
      return value == null
          ? null
          : ServiceSpec.parseUrl(value.text())
              .orElseThrow(() ->
                  refused(
                      value.at(),
                      "url must be " + ServiceSpec.URL_RULE + ", was \"" + value.text() + "\""));
    }

    /** Formats an error as all inputs of Loomwatch do: place, what must be, the text, a caret. */
    private SpecException refused(int at, String what) {
      return new SpecException(
          "%s:%d: %s%n  %s%n  %s^%n  an example: %s"
              .formatted(option, at + 1, what, text, " ".repeat(at), EXAMPLE));
    }
  }

  /** A malformed SPEC; wrong usage. The message shows it with a caret. */
  public static final class SpecException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SpecException(String message) {
      super(message);
    }
  }

  /** The syntax of a fault, {@code KIND:SIZE}; a test verifies that the server agrees. */
  public static final class FaultSyntax {
    private static final Pattern TIME = Pattern.compile("[1-9]\\d{0,8}(ns|us|ms)");
    private static final Pattern BYTES = Pattern.compile("([1-9]\\d{0,8})(B|KB|MB|KiB|MiB)");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)%");
    private static final Pattern REQUESTS = Pattern.compile("[1-9]\\d{0,8}");
    private static final Pattern FACTOR = Pattern.compile("\\d{1,2}(\\.\\d{1,3})?");
    private static final double MOST_DEAR = 20;
    private static final Map<String, Long> UNITS =
        Map.of("B", 1L, "KB", 1_000L, "MB", 1_000_000L, "KiB", 1L << 10, "MiB", 1L << 20);
    private static final long MOST_BYTES = 1L << 30;
    private static final double MOST_PERCENT = 10_000;

    private static final Size DURATION = new Size(FaultSyntax::time, "a time, such as 1ms or 20us");
    private static final Size MEMORY =
        new Size(FaultSyntax::bytes, "a number of B, KB, MB, KiB or MiB, at most 1024MiB");

    private static final Map<String, Size> KINDS =
        new TreeMap<>(
            Map.ofEntries(
                entry(
                    "cpu",
                    new Size(
                        size -> time(size) || percent(size, MOST_PERCENT),
                        "a time or up to 10000%, such as 20us or 10%")),
                entry(
                    "alloc",
                    new Size(
                        size -> bytes(size) || percent(size, MOST_PERCENT),
                        "at most 1024MiB or 10000%, such as 1KiB or 2%")),
                entry("latency", DURATION),
                entry("lock", DURATION),
                entry("pin", DURATION),
                entry("leak", MEMORY),
                entry("retain", MEMORY),
                entry("tail", new Size(FaultSyntax::tail, "SHARE:TIME, such as 1%:20ms")),
                entry("gc", new Size(FaultSyntax::factor, "a factor above 1, up to 20, such as 2")),
                entry(
                    "collect",
                    new Size(REQUESTS.asMatchPredicate(), "a number of requests, such as 20000")),
                entry(
                    "background", new Size(size -> percent(size, 100), "up to 100%, such as 1%"))));

    private FaultSyntax() {}

    private record Size(Predicate<String> takes, String meaning) {}

    private static boolean time(String size) {
      return TIME.matcher(size).matches();
    }

    private static boolean bytes(String size) {
      Matcher bytes = BYTES.matcher(size);
      return bytes.matches()
          && Long.parseLong(bytes.group(1)) * UNITS.getOrDefault(bytes.group(2), 1L) <= MOST_BYTES;
    }

    private static boolean percent(String size, double most) {
      Matcher percent = PERCENT.matcher(size);
      double value = percent.matches() ? Double.parseDouble(percent.group(1)) : 0;
      return value > 0 && value <= most;
    }

    private static boolean factor(String size) {
      double value = FACTOR.matcher(size).matches() ? Double.parseDouble(size) : 0;
      return value > 1 && value <= MOST_DEAR;
    }

    private static boolean tail(String size) {
      String[] parts = size.split(":", 2);
      return parts.length == 2 && percent(parts[0], 100) && time(parts[1]);
    }

    public static Optional<String> refusal(String fault) {
      String[] parts = fault.split(":", 2);
      Size size = KINDS.get(parts[0]);
      if (size == null) {
        return Optional.of(
            "fault must be a known KIND and a SIZE, such as latency:1ms, was \"%s\"; %s"
                .formatted(fault, NearestName.suggestion(parts[0], KINDS.keySet())));
      }
      return parts.length == 2 && size.takes().test(parts[1])
          ? Optional.empty()
          : Optional.of(
              "size of fault %s must be %s, was \"%s\"".formatted(parts[0], size.meaning(), fault));
    }
  }
}
