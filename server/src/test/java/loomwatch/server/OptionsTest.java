package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import loomwatch.server.fault.InjectedFault;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void parse_modeOnly_isTomcatsDefaultsAndAProcessorForEachConnection() {
    assertThat(Options.parse("--mode", "virtual"))
        .isEqualTo(
            new Options(
                "virtual",
                "127.0.0.1",
                8_080,
                200,
                10,
                8_192,
                100,
                8_192,
                1,
                List.of(),
                Optional.empty()));
  }

  @Test
  void parse_everyOption_isWhereItBelongs() {
    String all =
        "--mode platform --address ::1 --port 1 --max-threads 2 --min-spare-threads 0"
            + " --max-connections 4 --accept-count 5 --processor-cache -1 --seed -7"
            + " --fault alloc:8B --fault latency:9ns";

    assertThat(Options.parse(all.split(" ")))
        .isEqualTo(
            new Options(
                "platform",
                "::1",
                1,
                2,
                0,
                4,
                5,
                -1,
                -7,
                List.of(new InjectedFault.Alloc(8), new InjectedFault.Latency(9)),
                Optional.empty()));
  }

  @Test
  void parse_fewThreads_sparesNoMore() {
    assertThat(Options.parse("--mode", "platform", "--max-threads", "3").minSpareThreads())
        .isEqualTo(3);
  }

  @Test
  void help_always_namesEveryOption() {
    assertThat(Options.OptionValues.KNOWN)
        .allSatisfy(name -> assertThat(Options.HELP).contains("  --" + name + " "));
  }
}
