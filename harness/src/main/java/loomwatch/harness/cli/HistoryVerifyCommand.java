package loomwatch.harness.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import loomwatch.harness.job.ExitCode;
import loomwatch.results.history.HistoryStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves that a history is whole. */
@Command(
    name = "verify",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Checks every entry, hash and whole record of a history.",
      "",
      "With --extends also that nothing of an earlier state is gone: keep its head.json before"
          + " adding, and give it here before pushing.",
      ""
    })
final class HistoryVerifyCommand implements Callable<Integer> {
  @Mixin private HistoryOption history = new HistoryOption();

  @Option(
      names = "--extends",
      paramLabel = "FILE",
      description = "A head.json of an earlier state of the same history.")
  private @Nullable Path earlier;

  @Override
  public Integer call() {
    HistoryStore store = history.existing();
    int records = store.verify();
    if (earlier != null) {
      store.requireExtends(earlier);
    }
    System.out.printf(
        "%s is whole: %d entries, %d with their records%n",
        history.path(), store.read().entries().size(), records);
    return ExitCode.PASS;
  }
}
