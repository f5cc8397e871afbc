package loomwatch.measure.study;

import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import org.snakeyaml.engine.v2.nodes.Node;

/** Refuses keys of a load that would have no effect: whoever wrote them expects one. */
final class Idle {
  private final Loop loop;
  private final Problems problems;

  /** In a study of that loop. */
  Idle(Loop loop, Problems problems) {
    this.loop = loop;
    this.problems = problems;
  }

  /** Those of one mapping. */
  void check(Fields fields) {
    beside(fields, "get", "scenario");
    beside(fields, "users", "connections");
    fields.key("rate").ifPresent(this::checkRate);
    fields
        .key("think")
        .filter(key -> loop == Loop.OPEN)
        .ifPresent(key ->
            problems.add(
                key,
                "think must be in a closed loop alone, was in an open one",
                "Leave it out, or write loop: closed."));
  }

  /** Of a factor's list, a level. */
  void checkRate(Node place) {
    if (loop == Loop.CLOSED) {
      problems.add(
          place,
          "rate must be in an open loop alone, was in a closed one",
          "Write how many users there are, such as users: 100, or leave loop out.");
    }
  }

  private void beside(Fields fields, String one, String other) {
    fields
        .key(one)
        .filter(key -> fields.key(other).isPresent())
        .ifPresent(key ->
            problems.add(
                key,
                "%s must not be beside %s, was".formatted(one, other),
                "Leave out one of the two."));
  }
}
