package loomwatch.measure.subject;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code objective}: {@code 99.9 % within 20 ms}. */
public final class ObjectiveReader {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%\\s+within\\s+(\\S.{0,30})");

  /** The histogram's least step there; no server answers sooner. */
  private static final double SHORTEST_SECONDS = 1e-5;

  private static final double LONGEST_SECONDS = 600;

  private final Problems problems;

  public ObjectiveReader(Problems problems) {
    this.problems = problems;
  }

  /** The objective; empty where that is none, which is a problem then. */
  public Optional<Objective> read(Node node) {
    Matcher form = FORM.matcher(node instanceof ScalarNode text ? text.getValue().strip() : "");
    OptionalDouble within =
        form.matches() ? Dimension.TIME.parse(form.group(2)) : OptionalDouble.empty();
    if (within.isEmpty()) {
      problems.add(
          node,
          "objective must be a share and a time, was " + Scalars.shown(node),
          "Write what is promised, such as objective: 99.9 % within 20 ms.");
      return Optional.empty();
    }
    double percent = Double.parseDouble(form.group(1));
    if (percent < Objective.LEAST_PERCENT || percent >= 100) {
      problems.add(
          node,
          "objective must be of 50 % of requests to below 100 %, was " + Scalars.shown(node),
          "Write a share that may be missed now and then, such as 99.9 %.");
      return Optional.empty();
    }
    if (within.getAsDouble() < SHORTEST_SECONDS || within.getAsDouble() > LONGEST_SECONDS) {
      problems.add(
          node,
          "objective must be within 10 us to 600 s, was " + Scalars.shown(node),
          "Write a time that a request can meet, such as 20 ms.");
      return Optional.empty();
    }
    return Optional.of(new Objective(percent, within.getAsDouble()));
  }
}
