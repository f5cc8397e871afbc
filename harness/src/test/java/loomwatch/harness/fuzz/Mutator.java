package loomwatch.harness.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes bad input of good: the same seed, the same input. Bytes are chars here (ISO 8859-1), so
 * that what is no UTF-8 can be made and found too.
 */
final class Mutator {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
  private static final Pattern VALUE =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.){0,200}\"|-?\\d[\\d.eE+-]*|true|false|null|\\[|\\{");
  private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.){0,200}\"");

  /** At the ends of the types they may be read into, and beyond. */
  private static final List<String> NUMBERS =
      List.of(
          """
          0 -0 -1 1 0.0 -0.0 1e-999 4.9e-324 1e-310 1e308 1.8e308 -1e308 1e309 1e15 1e999999999
          1e-999999999 1e18 0.1e-5 NaN Infinity -Infinity .5 5. 01 0x7f 1_000 1,000 10000 100000
          2147483647 2147483648 -2147483648 4294967296 9223372036854775807 9223372036854775808
          -9223372036854775809 253402300800000 31556889864403199999 %s %s\
          """
              .formatted("9".repeat(400), "9".repeat(2000))
              .split("\\s+"));

  /** Of JSON and YAML. */
  private static final List<String> VALUES =
      List.of(
          """
          null true "" " " "x" "1" 0 -1 1e400 [] {} [null] [[]] {"":null} ~ *a &a&b &a\tx !!set
          !!binary !x ' | > ? - : % @ --- ...\
          """
              .split("\\s"));

  /** Between quotes. */
  private static final List<String> TEXTS =
      List.of(
          """
          \\u0000 \\u001b[2J \\ud800 \\udc00\\ud800 \\u202e \\n \\\\ \\x9b \\e \\U0010FFFF \\U00110000
          ../../../etc/passwd - . %%s%%n%%d 2026-13-45T99:99:99Z +12345-01-01T00:00:00Z sha256:
          -0001-01-01T00:00:00Z +1000000000-12-31T23:59:59.999999999Z %s %s\
          """
              .formatted("x".repeat(200), "9".repeat(50))
              .split("\\s+"));

  /** Anywhere: what ends lines, hides, is no UTF-8, or means something to YAML or JSON. */
  private static final List<String> RAW =
      List.of(
          """
          \0 \033[31m \u009b \u007f %s \u00ed\u00a0\u0080 \u00c0\u0080 \u00ff\u00fe
          \u00f4\u0090\u0080\u0080 # <<:*a &a *a " ' { } [ ] , : \\\
          """
              .formatted(utf8("\u0085 \u2028 \u202e \ufeff \uD83D\uDE00 \u00e9 \u0661"))
              .split("[ \n]+"));

  private static final List<String> SPACES = List.of("\r", "\r\n", "\n\n", "\t", " ", "\n  ");

  private static final List<String> OPENINGS =
      List.of("[", "{", "{\"a\":", "[{\"a\":[", "- ", "? ", "- - ", "a:\n ", "\"", "(", "\\");

  private static final List<Integer> DEPTHS = List.of(3, 30, 300, 999, 1001, 20_000);

  private final List<String> good;

  Mutator(List<byte[]> good) {
    this.good = good.stream().map(each -> new String(each, StandardCharsets.ISO_8859_1)).toList();
  }

  byte[] input(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String text = any(good, random);
    int times = random.nextInt(8) == 0 ? 1 + random.nextInt(20) : 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      text = mutated(text, random);
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private String mutated(String text, SplittableRandom random) {
    int at = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + 1 + random.nextInt(1 << (1 + random.nextInt(10))));
    String before = text.substring(0, at);
    String after = text.substring(at);
    return switch (random.nextInt(16)) {
      case 0 ->
          at == end
              ? text
              : before + (char) (text.charAt(at) ^ 1 << random.nextInt(8)) + text.substring(at + 1);
      case 1 -> at == end ? text : before + (char) random.nextInt(256) + text.substring(at + 1);
      case 2 -> before + text.substring(end);
      case 3 -> before + text.substring(at, end) + after;
      case 4 -> spliced(before, random);
      case 5 -> random.nextInt(4) == 0 ? before : text;
      case 6, 7, 8 -> replaced(text, NUMBER, at, any(NUMBERS, random));
      case 9, 10 -> replaced(text, VALUE, at, any(VALUES, random));
      case 11 -> replaced(text, TEXT, at, "\"" + any(TEXTS, random) + "\"");
      case 12 -> before + any(random.nextInt(4) == 0 ? SPACES : RAW, random) + after;
      case 13 -> lines(text, random);
      case 14 -> before + any(OPENINGS, random).repeat(any(DEPTHS, random)) + after;
      default ->
          before
              + any(List.of("9", "a", " ", "\n", "0", "{}", "[],"), random)
                  .repeat(1 << random.nextInt(17))
              + after;
    };
  }

  private String spliced(String before, SplittableRandom random) {
    String other = any(good, random);
    return before + other.substring(random.nextInt(other.length() + 1));
  }

  /** The first after that place, or else none. */
  private static String replaced(String text, Pattern what, int from, String by) {
    Matcher found = what.matcher(text);
    return found.find(from)
        ? text.substring(0, found.start()) + by + text.substring(found.end())
        : text;
  }

  /** One left out, there twice, or elsewhere. */
  private static String lines(String text, SplittableRandom random) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    int from = random.nextInt(lines.size());
    String line = lines.get(from);
    if (random.nextBoolean()) {
      lines.remove(from);
    }
    if (random.nextBoolean()) {
      lines.add(random.nextInt(lines.size() + 1), line);
    }
    return String.join("\n", lines);
  }

  private static <T> T any(List<T> of, SplittableRandom random) {
    return of.get(random.nextInt(of.size()));
  }

  private static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
