package loomwatch.benchmarks;

import java.util.List;
import java.util.Locale;
import loomwatch.benchmarks.CauseBenchmark.BenchCausesCommand;
import loomwatch.benchmarks.GeneratorBenchmark.BenchGeneratorsCommand;
import loomwatch.benchmarks.RuleTable.BenchRulesCommand;
import loomwatch.benchmarks.ServiceBenchmark.BenchServicesCommand;
import loomwatch.benchmarks.TenYears.BenchSiteCommand;
import loomwatch.benchmarks.TrendBenchmark.BenchTrendCommand;

/** Starts the command line with the additional commands of this module. */
public final class Main {
  static final List<Object> COMMANDS =
      List.of(
          new BenchCausesCommand(),
          new BenchGeneratorsCommand(),
          new BenchRulesCommand(),
          new BenchServicesCommand(),
          new BenchTrendCommand(),
          new BenchSiteCommand());

  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    loomwatch.harness.Main.start(COMMANDS, args);
  }
}
