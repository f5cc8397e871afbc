package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import loomwatch.results.AtomicFile;
import loomwatch.results.RecordException;
import loomwatch.results.history.DataJs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Keeps a team's past. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Reads the history of github-action-benchmark, a data.js, into this one.",
      "",
      "Its series keep their names and are judged like Loomwatch's own. Importing the same file"
          + " again adds only what is new in it. The file itself is never changed.",
      ""
    })
final class HistoryImportCommand implements Callable<Integer> {
  @Parameters(arity = "1", paramLabel = "FILE", description = "The data.js.")
  private @Nullable Path file;

  @Mixin private HistoryOption history = new HistoryOption();

  @Override
  public Integer call() {
    Path named = Objects.requireNonNull(file);
    DataJs.Imported imported = DataJs.read(text(named), named.toString());
    int added = history.store().addAll(imported.entries());
    System.out.printf(
        "Imported %d of %d entries from %s into %s%s%n",
        added,
        imported.entries().size(),
        named,
        history.path(),
        imported.leftOut() == 0
            ? ""
            : "; left out %d values that are no numbers".formatted(imported.leftOut()));
    return ExitCode.PASS;
  }

  private static String text(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(file + " does not exist; name a data.js of github-action-benchmark");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new RecordException(file + ": file must be UTF-8 text, was in another encoding", e);
    } catch (IOException e) {
      throw new RecordException(
          "%s: file must be readable, was not: %s".formatted(file, AtomicFile.reason(e)), e);
    }
  }
}
