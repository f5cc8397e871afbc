package loomwatch.measure.variants;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A version of a library, ordered by its numbers; of equal ones an unfinished version comes first.
 *
 * @param qualifier what follows them, such as {@code final} or {@code jre11}; empty for nothing
 */
record Version(String text, List<Long> numbers, String qualifier) implements Comparable<Version> {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})*)(?:[.-]?([a-zA-Z].*))?");
  private static final Pattern UNFINISHED =
      Pattern.compile(
          "(alpha|beta|milestone|mr?|rc|cr|ea|pre|preview|dev|[ab])\\W?\\d*\\b.*|.*snapshot");

  /** Some libraries were once numbered by the day, which is no later than their numbers now. */
  private static final long A_YEAR = 1000;

  Version {
    numbers = List.copyOf(numbers);
  }

  static Optional<Version> of(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(
            new Version(
                text,
                Stream.of(form.group(1).split("\\.")).map(Long::valueOf).toList(),
                form.group(2) == null ? "" : form.group(2).toLowerCase(Locale.ROOT)))
        : Optional.empty();
  }

  private long number(int at) {
    return at < numbers.size() ? numbers.get(at) : 0;
  }

  @Override
  public int compareTo(Version other) {
    for (int at = 0; at < Math.max(numbers.size(), other.numbers.size()); at++) {
      int order = Long.compare(number(at), other.number(at));
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(other.isUnfinished(), isUnfinished());
  }

  /** Returns the finished versions after this one that are of its kind, the oldest first. */
  List<Version> later(Collection<String> all) {
    return all.stream()
        .flatMap(each -> of(each).stream())
        .filter(each -> each.compareTo(this) > 0 && each.isOfTheKindOf(this))
        .sorted()
        .toList();
  }

  private boolean isOfTheKindOf(Version now) {
    return (qualifier.isEmpty() || qualifier.equals(now.qualifier) && !isUnfinished())
        && (number(0) < A_YEAR || now.number(0) >= A_YEAR);
  }

  private boolean isUnfinished() {
    return UNFINISHED.matcher(qualifier).matches();
  }

  /** Returns whether the first numbers of both are the same. */
  boolean agrees(Version other, int first) {
    return Stream.iterate(0, at -> at + 1)
        .limit(first)
        .allMatch(at -> number(at) == other.number(at));
  }
}
