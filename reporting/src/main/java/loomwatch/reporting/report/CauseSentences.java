package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.LaunchStacks.Resource;
import org.jspecify.annotations.Nullable;

/** The causes of what got worse, a sentence each. */
public final class CauseSentences {
  private static final int MOST = 3;

  private static final String NONE =
      "no method is shown to be the cause; what changed is spread thin, or lies where the profilers"
          + " do not see.";

  private CauseSentences() {}

  /** Three at most, for a report that says more than this; none where nobody looked. */
  public static List<String> of(Verdict verdict) {
    return verdict
        .causes()
        .map(causes -> of(causes).stream().map(sentence -> "Why: " + sentence).toList())
        .orElse(List.of());
  }

  /** The same of causes that were kept; none where none were. */
  public static List<String> told(List<Cause> causes) {
    return causes.isEmpty()
        ? List.of()
        : of(causes).stream().map(sentence -> "Why: " + sentence).toList();
  }

  /** Three at most, or one that says that none is shown. */
  public static List<String> of(List<Cause> causes) {
    if (causes.isEmpty()) {
      return List.of(NONE);
    }
    return causes.stream()
        .collect(
            groupingBy(
                cause -> List.of(cause.scenario(), cause.resource(), service(cause)),
                LinkedHashMap::new,
                toList()))
        .values()
        .stream()
        .limit(MOST)
        .map(same -> same.getFirst().resource() == Resource.LIVE ? onTheHeap(same) : sentence(same))
        .toList();
  }

  /** A sentence is about one method; about all classes that stay. */
  private static String service(Cause cause) {
    return cause.resource() == Resource.LIVE ? "" : cause.method();
  }

  /** Of the mode where it is clearest. */
  private static String onTheHeap(List<Cause> classes) {
    Cause first = classes.getFirst();
    return "%s (%s, %s): %s."
        .formatted(
            spent(first.resource()),
            first.scenario(),
            first.mode().label(),
            classes.stream()
                .filter(cause -> cause.mode() == first.mode())
                .map(cause -> amount(cause) + " of " + simpleName(cause.method()))
                .collect(joining(", ")));
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /**
   * Of one method, the clearest mode first: {@code +812 B allocated a request (hello, virtual):
   * MessageBytes.toBytes under Http11OutputBuffer.sendHeader explains 82 % [74–90], …}.
   */
  private static String sentence(List<Cause> modes) {
    Cause first = modes.getFirst();
    String others =
        modes.stream()
            .skip(1)
            .map(cause ->
                "; %s: %s%s"
                    .formatted(
                        cause.mode().label(),
                        amount(cause),
                        share(cause).map(share -> ", " + share).orElse("")))
            .collect(joining());
    return "%s %s (%s, %s): %s%s %s%s%s%s."
        .formatted(
            amount(first),
            spent(first.resource()),
            first.scenario(),
            first.mode().label(),
            MethodWords.shortly(first.method()),
            under(first.caller()),
            share(first)
                .map(share -> "explains " + share)
                .orElse("grew, by a share of the change that the profiles do not tell"),
            inside(first.inside()),
            place(first),
            others);
  }

  private static String under(@Nullable String caller) {
    return caller == null ? "" : " under " + MethodWords.shortly(caller);
  }

  private static String inside(@Nullable String method) {
    return method == null ? "" : ", most of it in " + MethodWords.shortly(method);
  }

  private static String spent(Resource resource) {
    return switch (resource) {
      case CPU -> "of CPU a request";
      case ALLOCATION -> "allocated a request";
      case BLOCKING -> "waited a request";
      case PINNING -> "with the carrier pinned a request";
      case PAUSES -> "stood still a request";
      case TAIL -> "in each of the slowest hundredth of requests";
      case LIVE -> "on the heap after the load";
      case COLLECTIONS -> "collections asked for in a launch";
      case THREADS -> "threads that stay in a launch";
      case START -> "until it is ready";
    };
  }

  private static String amount(Cause cause) {
    return "+"
        + Quantity.inWords(
            cause.head() - cause.base(), cause.resource().unit().symbol(), cause.change());
  }

  private static Optional<String> share(Cause cause) {
    Double percent = cause.explainedPercent();
    Interval interval = cause.explained();
    return percent == null || interval == null
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "%.0f %% [%.0f–%.0f]", percent, interval.low(), interval.high()));
  }

  private static String place(Cause cause) {
    return cause.file().isEmpty() ? "" : ", at " + line(cause);
  }

  private static String line(Cause cause) {
    String file = cause.file().substring(cause.file().lastIndexOf('/') + 1);
    String at = cause.line() == null ? file : file + ":" + cause.line();
    Cause.Versions versions = cause.versions();
    if (versions != null) {
      return "%s, whose class changed between %s and %s"
          .formatted(at, versions.base(), versions.head());
    }
    return at + (cause.changed() ? ", which the change touches" : "");
  }

  /** Names of methods as sentences have them. */
  static final class MethodWords {
    private static final Pattern PACKAGES = Pattern.compile("^(?:[^.$]+\\.)*?(?=[^.]+\\.[^.]+$)");

    private MethodWords() {}

    /** {@code Http11OutputBuffer.sendHeader}: without its package; of a lambda, where it stands. */
    static String shortly(String method) {
      String name = PACKAGES.matcher(method).replaceFirst("");
      String where =
          name.replace(".lambda$", ".").replace(".$anonfun$", ".").replace("$lambda", "");
      return where.equals(name) ? name : where + " (a lambda)";
    }
  }
}
