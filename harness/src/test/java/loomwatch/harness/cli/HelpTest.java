package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

class HelpTest {
  private static final CommandLine LOOMWATCH = LoomwatchCommand.with(List.of());

  static Stream<CommandLine> commands() {
    return withSubcommands(LOOMWATCH);
  }

  private static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(HelpTest::withSubcommands));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_everyCommand_fitsAnOrdinaryTerminal(CommandLine command) {
    assertThat(command.getUsageMessage(Ansi.OFF).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** Longer ones are wrapped, and an example must be one line to be copied. */
  @ParameterizedTest
  @MethodSource("commands")
  void help_everyLineOfTheFooter_isShorterThanWhereLinesAreWrapped(CommandLine command) {
    assertThat(command.getCommandSpec().usageMessage().footer())
        .allSatisfy(line -> assertThat(line.replace("%%", "%")).hasSizeLessThan(80));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_everyDescriptionAndFooter_isAFormat(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    Stream.of(Arrays.stream(usage.description()), Arrays.stream(usage.footer()))
        .flatMap(texts -> texts)
        .forEach(text ->
            assertThatCode(() -> String.format(Locale.ROOT, text))
                .as(text)
                .doesNotThrowAnyException());
  }

  /** The list of commands shows no more of a command's help than that. */
  @ParameterizedTest
  @MethodSource("commands")
  void help_firstLineOfEveryCommand_isAWholeSentence(CommandLine command) {
    assertThat(command.getCommandSpec().usageMessage().description()[0]).matches("[A-Z].*[.?]");
  }

  @Test
  void help_whatIsRarelyNeeded_isShownByHelpAllAlone() {
    assertThat(LOOMWATCH.getUsageMessage(Ansi.OFF))
        .contains("  Measure\n", "    compare    ")
        .doesNotContain("bump", "agent ");
    assertThat(helpAll("--help-all")).contains("    bump       ", "    agent      ");
    assertThat(helpAll("why", "--help-all")).contains("--wrk2=FILE");
    assertThat(helpAll("why", "--help")).doesNotContain("--wrk2");
  }

  /** An option of several commands is one. */
  @Test
  void help_optionsShown_areFew() {
    Set<String> shown =
        commands()
            .filter(command -> !command.getCommandSpec().usageMessage().hidden())
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(option -> !option.hidden())
            .map(option -> option.longestName())
            .collect(Collectors.toSet());

    assertThat(shown).hasSizeLessThanOrEqualTo(50);
  }

  private static String helpAll(String... words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
    try {
      assertThat(LoomwatchCommand.run(words)).isZero();
    } finally {
      System.setOut(before);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void helpOfRun_scenariosProfilesAndFaults_areNamed() {
    String help = new CommandLine(new RunCommand()).getUsageMessage(Ansi.OFF);

    assertThat(help)
        .contains(Catalogue.SHIPPED.byName().keySet())
        .contains("cpu:10%,")
        .contains(Profile.all().stream().map(Profile::name).toList());
  }
}
