package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * A component of which base and head have different versions.
 *
 * @param base null where base has none
 * @param head null where head has none
 */
record Bump(String name, @Nullable String base, @Nullable String head) {
  /** That one is told by itself. */
  private static final String TOMCAT = "tomcat-embed-core";

  /** In the order of their names. */
  static List<Bump> between(Subject base, Subject head) {
    TreeSet<String> names = new TreeSet<>(base.versions().keySet());
    names.addAll(head.versions().keySet());
    List<Bump> bumps = new ArrayList<>();
    for (String name : names) {
      String was = base.versions().get(name);
      String is = head.versions().get(name);
      if (!Objects.equals(was, is) && !name.equals(TOMCAT)) {
        bumps.add(new Bump(name, was, is));
      }
    }
    return bumps;
  }

  String ofBase() {
    return name + " " + Objects.requireNonNullElse(base, "none");
  }

  String ofHead() {
    return name + " " + Objects.requireNonNullElse(head, "none");
  }
}
