package loomwatch.measure.arms;

import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.measure.subject.JavaCommand.FlagRules;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.NearestName;
import org.jspecify.annotations.Nullable;

/** Reads one SPEC; to be used once. */
final class SpecReader {
  private static final String EXAMPLE =
      "'ref=main,tomcat=10.1.59,jdk=25,flags=-XX:+UseZGC -Xmx1g,handicap=cpu:10%'";

  /** Names are the keys in lower case. */
  private enum Key {
    REF,
    TOMCAT,
    JDK,
    FLAGS,
    HANDICAP,
    URL;

    static final List<String> LABELS = Stream.of(values()).map(Key::label).toList();

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern NEXT_KEY =
      Pattern.compile(",(?=\\s*(?:" + String.join("|", Key.LABELS) + ")\\s*=)");
  private static final Pattern TOMCAT = Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+(?:-M\\d+)?");

  private final String option;
  private final String text;
  private final Map<Key, Value> values = new EnumMap<>(Key.class);

  /** A value and where it begins, counted from 0. */
  private record Value(String text, int at) {}

  SpecReader(String option, String text) {
    this.option = option;
    this.text = text;
  }

  ArmSpec read() {
    if (text.isBlank()) {
      throw refused(
          0, "SPEC must be a revision or key=value pairs, was empty; . is the working tree");
    }
    int at = 0;
    while (at <= text.length()) {
      at = readPair(at) + 1;
    }
    return new ArmSpec(ref(), tomcat(), jdk(), flags(), handicap(), url());
  }

  /** Returns where the pair that begins there ends. */
  private int readPair(int begin) {
    int comma = text.indexOf(',', begin);
    int equals = text.indexOf('=', begin);
    int keyEnd = equals < 0 || (comma >= 0 && comma < equals) ? endOr(comma) : equals;
    Value word = trimmed(begin, keyEnd);
    if (keyEnd != equals && begin == 0 && isRevision(word.text())) {
      values.put(Key.REF, word);
      return keyEnd;
    }
    Key key = key(word);
    if (keyEnd != equals) {
      throw refused(
          keyEnd, key.label() + " must have a value, had none; write " + key.label() + "=…");
    }
    int end = key == Key.FLAGS ? endOfFlags(equals) : endOr(comma);
    Value value = trimmed(equals + 1, end);
    if (value.text().isEmpty()) {
      throw refused(
          value.at(),
          "%s must have a value, was empty; leave the key out for the same in both arms"
              .formatted(key.label()));
    }
    if (values.putIfAbsent(key, value) != null) {
      throw refused(begin, key.label() + " must be given once, was repeated; keep one of them");
    }
    return end;
  }

  /** What a SPEC begins with and no key is, is what people compare most often. */
  private static boolean isRevision(String word) {
    return !word.isEmpty() && !Key.LABELS.contains(word);
  }

  private Key key(Value word) {
    int known = Key.LABELS.indexOf(word.text());
    if (known < 0) {
      throw refused(
          word.at(),
          "key must be one of those known, was \"%s\"; %s"
              .formatted(word.text(), NearestName.suggestion(word.text(), Key.LABELS)));
    }
    return Key.values()[known];
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

  private @Nullable String ref() {
    Value value = values.get(Key.REF);
    if (value != null && value.text().startsWith("-")) {
      throw refused(value.at(), "ref must be a git revision, was \"" + value.text() + "\"");
    }
    return value == null ? null : value.text();
  }

  private @Nullable String tomcat() {
    Value value = values.get(Key.TOMCAT);
    if (value == null) {
      return null;
    }
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
    return value.text();
  }

  private @Nullable String jdk() {
    Value value = values.get(Key.JDK);
    return value == null ? null : value.text();
  }

  private List<String> flags() {
    Value value = values.get(Key.FLAGS);
    if (value == null) {
      return List.of();
    }
    Matcher word = Pattern.compile("\\S+").matcher(value.text());
    return word.results()
        .map(flag -> {
          FlagRules.refusal(flag.group())
              .ifPresent(reason -> {
                throw refused(value.at() + flag.start(), reason);
              });
          return flag.group();
        })
        .toList();
  }

  private @Nullable URI url() {
    Value value = values.get(Key.URL);
    return value == null
        ? null
        : ServiceSpec.parseUrl(value.text())
            .orElseThrow(() ->
                refused(
                    value.at(),
                    "url must be " + ServiceSpec.URL_RULE + ", was \"" + value.text() + "\""));
  }

  private @Nullable String handicap() {
    Value value = values.get(Key.HANDICAP);
    if (value == null) {
      return null;
    }
    HandicapSyntax.refusal(value.text())
        .ifPresent(reason -> {
          throw refused(value.at(), reason);
        });
    return value.text();
  }

  /** The error grammar of all of Loomwatch's inputs: place, what must be, the text, a caret. */
  private SpecException refused(int at, String what) {
    return new SpecException(
        "%s:%d: %s%n  %s%n  %s^%n  an example: %s"
            .formatted(option, at + 1, what, text, " ".repeat(at), EXAMPLE));
  }
}
