package loomwatch.harness.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.measure.arms.Attribution;
import loomwatch.measure.arms.Attribution.AllToolchains;
import loomwatch.measure.arms.Attribution.Impossible;
import loomwatch.measure.arms.Attribution.Mixed;
import loomwatch.measure.arms.Attribution.Unneeded;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArms;
import loomwatch.measure.arms.Changes;
import loomwatch.measure.arms.Changes.MayHaveMoved;

/**
 * The arms a comparison is measured on: base and head, and where the code may have moved a part of
 * it beside the toolchain, the two between them.
 *
 * @param all that some part is measured on, base and head first
 * @param server names of those the scenarios are measured on
 * @param jmh names of those the JMH suite is run on
 * @param remarks for the report, why a part has no arms between; a sentence each
 */
public record MeasuredArms(
    List<BuiltArm> all, List<String> server, List<String> jmh, List<String> remarks) {
  public static final List<String> TWO = List.of("base", "head");
  public static final List<String> FOUR = List.of("base", "head", "toolchain", "code");

  public MeasuredArms {
    all = List.copyOf(all);
    server = List.copyOf(server);
    jmh = List.copyOf(jmh);
    remarks = List.copyOf(remarks);
  }

  /**
   * What is measured at all.
   *
   * @param server whether there is a scenario
   * @param jmh whether the JMH suite runs
   */
  public record Parts(boolean server, boolean jmh) {}

  public static MeasuredArms of(BuiltArms arms, Parts parts) {
    List<BuiltArm> two = List.of(arms.base(), arms.head());
    List<String> jmh = parts.jmh() ? TWO : List.of();
    Attribution attribution = arms.attribution();
    return switch (attribution) {
      case Unneeded() -> new MeasuredArms(two, TWO, jmh, List.of());
      case AllToolchains() ->
          new MeasuredArms(
              two,
              TWO,
              jmh,
              List.of("What changed is all the toolchain's: both run the same code."));
      case Impossible(String why) -> new MeasuredArms(two, TWO, jmh, List.of(why));
      case Mixed mixed -> of(arms, mixed, parts);
    };
  }

  private static MeasuredArms of(BuiltArms arms, Mixed mixed, Parts parts) {
    Changes ofCode = Changes.between(mixed.toolchain(), arms.head());
    boolean server = parts.server() && ofCode.server() instanceof MayHaveMoved;
    boolean jmh = parts.jmh() && ofCode.jmh() instanceof MayHaveMoved;
    List<BuiltArm> all = new ArrayList<>(List.of(arms.base(), arms.head()));
    if (server || jmh) {
      all.add(mixed.toolchain());
      all.add(mixed.code());
    }
    List<String> remarks = new ArrayList<>();
    if (parts.server() && !server) {
      remarks.add("What changed on servers is all the toolchain's: they run the same code.");
    }
    if (parts.jmh() && !jmh) {
      remarks.add("What changed in JMH is all the toolchain's: it runs the same code.");
    }
    return new MeasuredArms(
        all, server ? FOUR : TWO, jmh ? FOUR : parts.jmh() ? TWO : List.of(), remarks);
  }

  /** What to say before measuring; nothing for two arms. */
  public Optional<String> announcement() {
    return all.size() > 2
        ? Optional.of(
            "toolchain and code both changed: two arms between base and head will tell whose a"
                + " change is, in twice the time; --attribution off leaves them out")
        : Optional.empty();
  }
}
