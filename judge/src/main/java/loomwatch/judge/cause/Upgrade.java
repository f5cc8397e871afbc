package loomwatch.judge.cause;

import java.util.List;
import java.util.Set;
import loomwatch.judge.verdict.Cause;

/**
 * A library, or the JDK, that base and head have in two versions.
 *
 * @param packages beginnings of the names of its classes, such as {@code org.apache.}; none of the
 *     JDK's, which are known
 * @param versions of it
 * @param classes whose code differs between them, as far as they were seen; none where nobody knows
 */
public record Upgrade(List<String> packages, Cause.Versions versions, Set<String> classes) {
  public Upgrade {
    packages = List.copyOf(packages);
    classes = Set.copyOf(classes);
  }

  boolean isOf(String type) {
    return packages.stream().anyMatch(type::startsWith);
  }
}
