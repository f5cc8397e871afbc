package loomwatch.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import loomwatch.jmh.SuiteMain.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void parse_resultOnly_hasTheDefaultsOfTheHelp() {
    assertThat(Settings.parse("--result", "x.json"))
        .isEqualTo(new Settings(Path.of("x.json"), ".*", 1, 2, 4, 300, List.of()));
  }

  @Test
  void parse_everything_isRead() {
    assertThat(
            Settings.parse(
                ("--result y --include A|B --forks 3 --warmup-iterations 4 --iterations 5"
                        + " --time 600 --jvm-arg=-Xmx1g --jvm-arg=-Da=b")
                    .split(" ")))
        .isEqualTo(new Settings(Path.of("y"), "A|B", 3, 4, 5, 600, List.of("-Xmx1g", "-Da=b")));
  }

  @ParameterizedTest
  @CsvSource({
    "--forks 2, --result is missing",
    "--result, --result needs a value",
    "--result x --spoons 2, unknown option '--spoons'",
    "--result x --include [, '--include must be a regular expression, was ''['''",
    "--result x --forks 0, '--forks must be a whole number of at least 1, was ''0'''",
    "--result x --time 1.5, '--time must be a whole number of at least 1, was ''1.5'''",
    "--result x --iterations -1, '--iterations must be a whole number of at least 1, was ''-1'''",
  })
  void parse_wrongUsage_saysWhatIsExpected(String arguments, String message) {
    assertThatThrownBy(() -> Settings.parse(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
