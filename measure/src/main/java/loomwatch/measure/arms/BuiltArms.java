package loomwatch.measure.arms;

/**
 * The two arms of a comparison.
 *
 * @param attribution the arms between them, where there are any
 */
public record BuiltArms(BuiltArm base, BuiltArm head, Attribution attribution) {}
