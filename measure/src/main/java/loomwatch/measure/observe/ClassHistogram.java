package loomwatch.measure.observe;

import java.lang.constant.ClassDesc;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.Stack.FrameNames;

/** Reads what {@code jcmd PID GC.class_histogram} writes. */
final class ClassHistogram {
  /** {@code 1: 33208 2655184 [B (java.base@25)}, and the end of the line. */
  private static final Pattern LINE =
      Pattern.compile("(?m)^ *\\d+: +\\d+ +(\\d+) +(\\S+)(?: \\(.*\\))?\\R");

  private ClassHistogram() {}

  /** Bytes by class as sources have it, such as {@code byte[]}; a last line cut short is left. */
  static Map<String, Long> parse(String text) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      bytes.merge(name(line.group(2)), Long.parseLong(line.group(1)), Long::sum);
    }
    return bytes;
  }

  private static String name(String binaryName) {
    int dimensions = binaryName.lastIndexOf('[') + 1;
    if (dimensions == 0) {
      return FrameNames.type(binaryName);
    }
    String element = binaryName.substring(dimensions);
    String name =
        element.startsWith("L")
            ? FrameNames.type(element.substring(1, element.length() - 1))
            : ClassDesc.ofDescriptor(element).displayName();
    return name + "[]".repeat(dimensions);
  }
}
