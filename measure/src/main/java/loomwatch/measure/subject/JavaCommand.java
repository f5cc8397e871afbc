package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A start by {@code java}, taken apart as its launcher does.
 *
 * @param flags of the JVM, such as {@code -Xmx1g} and {@code -Dname=value}
 * @param others all other options, with their values: of the class path, modules and agents
 * @param program what is started, with what leads to it ({@code -jar}) and its arguments
 */
public record JavaCommand(List<String> flags, List<String> others, List<String> program) {
  /** Options whose value is the word after them. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          ("-cp -classpath --class-path -p --module-path --upgrade-module-path "
                  + "--add-modules --limit-modules --add-exports --add-opens --add-reads "
                  + "--patch-module --enable-native-access --source")
              .split(" ", -1));

  /** After which comes what is started. */
  private static final Set<String> LEADING = Set.of("-jar", "-m", "--module");

  public JavaCommand {
    flags = List.copyOf(flags);
    others = List.copyOf(others);
    program = List.copyOf(program);
  }

  /** Empty where it is no start by {@code java}. */
  public static Optional<JavaCommand> of(List<String> start) {
    if (start.isEmpty() || !start.getFirst().equals("java")) {
      return Optional.empty();
    }
    List<String> flags = new ArrayList<>();
    List<String> others = new ArrayList<>();
    int at = 1;
    while (at < start.size() && start.get(at).startsWith("-") && !LEADING.contains(start.get(at))) {
      String word = start.get(at++);
      (isFlag(word) ? flags : others).add(word);
      if (WITH_VALUE.contains(word) && at < start.size()) {
        others.add(start.get(at++));
      }
    }
    return Optional.of(new JavaCommand(flags, others, start.subList(at, start.size())));
  }

  private static boolean isFlag(String word) {
    return word.startsWith("-X") || word.startsWith("-D") || word.startsWith("-verbose");
  }
}
