package loomwatch.measure.arms;

/** The two arms of a comparison. */
public record BuiltArms(BuiltArm base, BuiltArm head) {}
