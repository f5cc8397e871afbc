package loomwatch.judge.cause;

import java.util.Map;

/**
 * How likely it is that frames of one place grew by chance alone, by name; without those that are
 * too small to be tested.
 *
 * @param whole of all that passes through them
 * @param own of what they are {@linkplain FrameAttribution charged with} themselves
 */
record FramePValues(Map<String, Double> whole, Map<String, Double> own) {
  FramePValues {
    whole = Map.copyOf(whole);
    own = Map.copyOf(own);
  }
}
