package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command and option the README names exists. {@link RunTest} runs the main one. */
class ReadmeTest {
  private static final Pattern COMMAND = Pattern.compile("\\./loomwatch ([a-z-]+)([^`#\\n]*)");
  private static final Pattern OPTION = Pattern.compile("--[a-z0-9-]+");

  @TempDir Path directory;

  @Test
  void readme_everyCommand_explainsItselfAndKnowsTheOptionsNamed() throws Exception {
    Matcher commands = COMMAND.matcher(Files.readString(Loomwatch.ROOT.resolve("README.md")));
    Set<String> seen = new TreeSet<>();
    while (commands.find()) {
      seen.add(commands.group(1));
      Loomwatch.Ended help = new Loomwatch(directory).run(commands.group(1), "--help");
      if (!commands.group(1).equals("test")) {
        assertThat(help.exitCode()).as(commands.group()).isZero();
      }
      Matcher options = OPTION.matcher(commands.group(2));
      while (options.find()) {
        assertThat(help.out()).as(commands.group()).contains(options.group());
      }
    }
    assertThat(seen).contains("run", "test", "gate", "report", "doctor", "bench-engines");
  }
}
