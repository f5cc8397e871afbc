package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong usage and bad files: what is said, and with which exit code. */
@Execution(ExecutionMode.CONCURRENT)
class BadInputTest {
  private static final Path FIXTURE = EarlierRecord.FIXTURE;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --scenario helo|unknown scenario 'helo'; did you mean 'hello'?",
        "run --profile quik|unknown profile 'quik'; did you mean 'quick'?",
        "run --mode green|mode must be platform or virtual, was 'green'; leave --mode out for both",
        "run --generator ab|--generator must be ",
        "run --agents 10.0.0.2:1099|--agents must come with --generator jmeter",
        "run --generator jmeter --agents nobody|--agents must be a list of host:port",
        "study waiting --generator wrk2|--generator must be embedded or jmeter for a study",
        "agent --port 0|--port must be from 1 to 65535",
        "run --jdk /nowhere|--jdk /nowhere holds no bin/java; give the home of a JDK",
        "run --fault cpu:10|size of fault cpu must be a time or up to 10000%, such as 20us or"
            + " 10%, was \"cpu:10\"",
        "run --thresholds /nowhere.yaml|/nowhere.yaml does not exist;",
        "run --out /dev/null|/dev/null is a file; --out must name a directory",
        "run --out /dev/null/run|/dev/null/run must be a directory that can be written to, was not:"
            + " Not a directory; name another with --out",
        "run --out it's-\"it\"|it's-\"it\" must not hold both kinds of quotes, which the options of"
            + " JFR cannot; name another with --out",
        "run --generator wrk2 --wrk2 /nowhere/wrk|/nowhere/wrk is no program; its source is at"
            + " github.com/giltene/wrk2; build it there, put it on the PATH as wrk2, or name it"
            + " with --wrk2",
        "run --generator embedded --wrk2 /nowhere/wrk|--wrk2 names a binary that --generator embedded"
            + " would not use; leave one of them out",
        "run --junit /|/ is a folder; --junit must name a file",
        "compare --base-json a --head-json b --junit c|--junit shows a measurement; leave it out",
        "gate /nowhere|/nowhere holds no record.json; run ./loomwatch run first",
        "run --scenario xyz|unknown scenario 'xyz'; known: body-64k, cpu, hello,",
        "gaet|unknown command 'gaet'; did you mean 'gate'?",
        "run --proflie smoke|unknown option '--proflie'; did you mean '--profile'?",
        "run smoke|unexpected argument 'smoke'; options begin with --",
        "report --thresholds x.yaml|unknown option '--thresholds';",
        "calibrate somewhere|DIR is for --table, which measures nothing; --out says where comparisons"
            + " go",
        "calibrate --comparisons 0|--comparisons must be at least 1, was 0",
        "calibrate --fault cpu:10|--fault: size of fault cpu must be a time or up to 10000%,",
        "calibrate --spec ref=.,fault=cpu:5%|--spec must have no fault; --fault puts"
            + " it into one variant",
        "calibrate --scenario sleep-50-over|no tolerance in ",
        "calibrate --table|/",
        "calibrate --table --keep kept /nowhere|/nowhere is no folder; ",
        "study --all --show --records /nowhere|/nowhere must be a folder of records that study ",
        "study --list --json|--json must be without --list, was with it; leave one out",
        "site --port 8800|--port must be with --serve, was without; add it",
        "site --services --serve|--serve must be without --services, was with it; leave one out",
        "site --board x --serve|--serve must be without --board, was with it; leave one out",
      })
  void anyCommand_wrongUsage_exits64AndSaysWhatToDo(String arguments, String message)
      throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call(arguments.split(" "));

    assertThat(ended.err()).startsWith("loomwatch: " + message);
    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void run_wrk2ByNameAndNowhere_exits64AndSaysWhereItIs() throws Exception {
    Loomwatch.Ended ended =
        new Loomwatch(directory)
            .of(Loomwatch.ROOT, Map.of("PATH", directory.toString()))
            .run("run", "--generator", "wrk2");

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: no wrk2 on the PATH; its source is at github.com/giltene/wrk2; build it"
                + " there, put it on the PATH as wrk2, or name it with --wrk2\n");
    assertThat(ended.exitCode()).isEqualTo(64);
  }

  @Test
  void run_jdkWithoutVirtualThreads_exits64NamingItsVersion() throws Exception {
    Path old = FakeJdk.at(directory.resolve("old"), "17.0.12", "exit 1\n").toRealPath();

    Loomwatch.Ended ended = new Loomwatch(directory).call("run", "--jdk", old.toString());

    assertThat(ended.err())
        .isEqualTo(
            "loomwatch: --jdk must be 21 or later, which has virtual threads, was 17.0.12 at "
                + old
                + "\n");
    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void run_contradictoryThresholds_exits65WithBothPlaces() throws Exception {
    Path thresholds =
        Files.writeString(
            directory.resolve("thresholds.yaml"),
            """
            schema: 1
            limits:
              - {scenario: hello, metric: latency-p99, ceiling: 50 ms, gate: true, why: one}
              - {scenario: hello, metric: latency-p99, ceiling: 60 ms, gate: true, why: two}
            """);

    Loomwatch.Ended ended =
        new Loomwatch(directory).call("run", "--thresholds", thresholds.toString());

    assertThat(ended.err())
        .isEqualTo(
            """
            loomwatch: %1$s:4:5: ceiling of hello platform latency-p99 must be given once, was given\
             at %1$s:3:5 too
                2 | limits:
                3 |   - {scenario: hello, metric: latency-p99, ceiling: 50 ms, gate: true, why: one}
                  |     ^
                3 |   - {scenario: hello, metric: latency-p99, ceiling: 50 ms, gate: true, why: one}
                4 |   - {scenario: hello, metric: latency-p99, ceiling: 60 ms, gate: true, why: two}
                  |     ^
              Remove one of the two entries, or narrow them by scenario or mode.
            """
                .formatted(thresholds));
    assertThat(ended.exitCode()).isEqualTo(65);
  }

  @Test
  void run_unknownMetric_exits65AndOffersTheNearest() throws Exception {
    Path thresholds =
        Files.writeString(
            directory.resolve("thresholds.yaml"),
            """
            schema: 1
            limits:
              - scenario: hello
                metric: latency-p98
                ceiling: 50 ms
                gate: true
                why: it is late
            """);

    Loomwatch.Ended ended =
        new Loomwatch(directory).call("run", "--thresholds", thresholds.toString());

    assertThat(ended.err())
        .isEqualTo(
            """
            loomwatch: %s:4:13: metric must be a known one, was "latency-p98"
                3 |   - scenario: hello
                4 |     metric: latency-p98
                  |             ^
              Did you mean latency-p90 or latency-p95 or latency-p99?
            """
                .formatted(thresholds));
    assertThat(ended.exitCode()).isEqualTo(65);
  }

  @Test
  void run_malformedThresholds_exits65WithLineAndCaretBeforeAnythingStarts() throws Exception {
    Path thresholds =
        Files.writeString(
            directory.resolve("thresholds.yaml"),
            """
            schema: 1
            limits:
              - scenario: hello
                metric: latency-p99
                ceiling: 50 MiB
                gate: true
                why: it is late
            """);

    Loomwatch.Ended ended =
        new Loomwatch(directory).call("run", "--thresholds", thresholds.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err())
        .contains("thresholds.yaml:5:14: ")
        .contains("    ceiling: 50 MiB\n")
        .contains("             ^");
  }

  @Test
  void gate_truncatedRecord_exits65() throws Exception {
    String whole = Files.readString(FIXTURE);
    Files.writeString(directory.resolve("record.json"), whole.substring(0, whole.length() / 2));

    Loomwatch.Ended ended = new Loomwatch(directory).call("gate", directory.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).startsWith("loomwatch: " + directory.resolve("record.json") + ":");
  }

  @Test
  void gate_newerSchema_exits65AndSaysUpdate() throws Exception {
    Files.writeString(
        directory.resolve("record.json"),
        Files.readString(FIXTURE).replaceFirst("\"schema\" *: *1", "\"schema\" : 9"));

    Loomwatch.Ended ended = new Loomwatch(directory).call("gate", directory.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("schema must be at most 1, was 9").contains("update");
  }

  @Test
  void gate_besideAnotherService_exits64() throws Exception {
    Files.copy(FIXTURE, directory.resolve("record.json"));
    Path shop = Shop.in(directory).folder();

    Loomwatch.Ended ended =
        new Loomwatch(directory).standingIn(shop).call("gate", directory.toString());

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(64);
    assertThat(ended.err()).contains(" must be of shop, which is meant here, was of the server");
  }

  @Test
  void gate_storedRecord_isJudgedWithoutMeasuring() throws Exception {
    Files.copy(FIXTURE, directory.resolve("record.json"));

    Loomwatch.Ended ended = new Loomwatch(directory).call("gate", directory.toString());

    assertThat(ended.exitCode()).as(ended.err()).isIn(0, 1, 2, 3);
    assertThat(directory.resolve("verdict.json")).exists();
    assertThat(directory.resolve("report.md")).exists();
  }

  @Test
  void report_noVerdictYet_saysHowToMakeIt() throws Exception {
    Files.copy(FIXTURE, directory.resolve("record.json"));

    Loomwatch.Ended ended = new Loomwatch(directory).call("report", directory.toString());

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err())
        .contains("verdict.json does not exist; ./loomwatch gate " + directory + " makes it");
  }

  @Test
  void report_verdictInAnotherEncoding_exits65() throws Exception {
    Files.copy(FIXTURE, directory.resolve("record.json"));
    Path verdict = Files.write(directory.resolve("verdict.json"), new byte[] {'{', (byte) 0xFF});

    Loomwatch.Ended ended = new Loomwatch(directory).call("report", directory.toString());

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(65);
    assertThat(ended.err())
        .startsWith(
            "loomwatch: "
                + verdict
                + ": verdict must be UTF-8 text, was in another encoding; ./loomwatch gate");
  }

  @Test
  void anyCommand_escapeSequencesInItsInput_areShownAsText() throws Exception {
    Path thresholds = directory.resolve("thresholds.yaml");
    Files.writeString(thresholds, "schema: \"\\e[2J\\x9b31m\"\nlimits: \033[31m\n");
    Path history = Files.createDirectory(directory.resolve("history"));
    Files.writeString(
        history.resolve("head.json"),
        "{\"schema\": 1, \"entries\": 0, \"last\": \"\\u001b[2J\u009b31m\u202e\", \"shards\": {}}");
    Files.writeString(directory.resolve("record.json"), "{\"schema\": \"\\u001b[2J\u009b31m\"}");

    for (String command :
        List.of(
            "run --thresholds " + thresholds,
            "history list --history " + history,
            "gate " + directory)) {
      Loomwatch.Ended ended = new Loomwatch(directory).call(command.split(" "));

      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(65);
      assertThat(ended.err()).doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\n]]").contains("\uFFFD");
    }
  }

  @Test
  void run_inAnothersProject_exits64InsteadOfMeasuringOurServer() throws Exception {
    Path shop = Files.createDirectory(directory.resolve("shop"));
    Files.createFile(shop.resolve("pom.xml"));

    Loomwatch.Ended run = new Loomwatch(directory).standingIn(shop).call("run");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err())
        .startsWith("loomwatch: there must be a loomwatch.yaml here, was none: stand in the folder")
        .endsWith("./loomwatch init writes one\n");
  }
}
