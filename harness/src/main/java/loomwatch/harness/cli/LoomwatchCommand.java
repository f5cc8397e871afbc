package loomwatch.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.Invocation;
import loomwatch.harness.job.MeasureJob.NothingMovedException;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.CalibrationException;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.VariantSpec.SpecException;
import loomwatch.results.NearestName;
import loomwatch.results.files.Plain;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.RecordException.NotWrittenException;
import loomwatch.results.yaml.BadFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

@Command(
    name = "loomwatch",
    versionProvider = LoomwatchCommand.InstalledVersion.class,
    description = {
      "Shows whether a change made your service, or the Tomcat server that ships, slower or costlier,"
          + " with platform and with virtual threads, and how far that can be trusted."
    },
    footer = {
      "  ./loomwatch demo                      a verdict that fails on purpose",
      "  ./loomwatch run                       the main job, 8 minutes at most",
      "  ./loomwatch run --profile smoke       a first run, in about 3 minutes",
      "  ./loomwatch run --scenario hello --mode virtual",
      "  ./loomwatch compare --base main --head .",
      "                                        did my change cost anything?",
      "  ./loomwatch why                       which methods made it worse?",
      "  ./loomwatch bisect --good v1 --bad main",
      "                                        which commit made it worse?",
      "  ./loomwatch calibrate                 how far can this machine be trusted?",
      "  ./loomwatch gate                      judge the last run again",
      "  ./loomwatch report --format markdown  show the last verdict",
      "  ./loomwatch site --serve              every run so far, in a browser",
      "  ./loomwatch publish --help            show a run on GitHub",
      "  ./loomwatch doctor                    is this machine fit to measure?",
      "",
      "Exit codes: 0 pass or improved, 1 regressed, 2 inconclusive,",
      "            3 measurement invalid, 4 compared alike: no verdict,",
      "            64 wrong usage, 65 bad input file, 66 build or start failed,",
      "            70 internal error, 75 GitHub or a chat is away, 77 one refuses,",
      "            130 Ctrl-C.",
      "",
      "Environment:",
      "  LOOMWATCH_JDK=HOME        the JDK (21 or newer) of all that names no other",
      "  LOOMWATCH_SERVICE=FILE    the service file, wherever you stand",
      "  LOOMWATCH_TOMCAT=VERSION  the Tomcat it is built with, such as 10.1.59",
      "  NO_COLOR=1                no colour on a terminal",
      "",
      "--help-all, here or behind a command, also shows what is rarely needed."
    })
public final class LoomwatchCommand {
  /** The commands by purpose, in the order of help. */
  private static final Map<String, List<Class<?>>> BY_PURPOSE = byPurpose();

  private static final List<Class<?>> COMMANDS =
      BY_PURPOSE.values().stream().flatMap(List::stream).toList();

  /** Shows hidden options and commands, too. */
  private static final String HELP_ALL = "--help-all";

  private static Map<String, List<Class<?>>> byPurpose() {
    Map<String, List<Class<?>>> commands = new LinkedHashMap<>();
    commands.put(
        "Measure",
        List.of(
            DemoCommand.class,
            InitCommand.class,
            RunCommand.class,
            CompareCommand.class,
            UpgradeCommand.class,
            StudyCommand.class));
    commands.put(
        "Explain",
        List.of(
            WhyCommand.class,
            BisectCommand.class,
            VerifyCommand.class,
            BumpCommand.class,
            ExplainCommand.class));
    commands.put(
        "Show",
        List.of(
            ReportCommand.class,
            GateCommand.class,
            SiteCommand.class,
            PublishCommand.class,
            NotifyCommand.class));
    commands.put("History", List.of(TrendCommand.class, HistoryCommand.class));
    commands.put(
        "Machine", List.of(DoctorCommand.class, CalibrateCommand.class, AgentCommand.class));
    commands.put("Agents", List.of(McpCommand.class));
    commands.put("Loomwatch itself", List.of(TestCommand.class, PackageCommand.class));
    return commands;
  }

  /** Runs a command of the product and returns its exit code. */
  public static int run(String... args) {
    return run(List.of(), args);
  }

  /** Runs a command line, with commands of other modules, and returns its exit code. */
  public static int run(List<?> more, String... args) {
    CommandLine line = with(commands(args), more);
    List<String> words = new ArrayList<>(List.of(args));
    if (words.remove(HELP_ALL)) {
      showAll(line);
      words.add("--help");
      return line.execute(words.toArray(String[]::new));
    }
    if (args.length == 0) {
      line.usage(System.err);
      return ExitCode.USAGE;
    }
    return line.execute(args);
  }

  /** Returns the command line with commands of other modules, not yet run. */
  public static CommandLine with(List<?> more) {
    return with(COMMANDS, more);
  }

  /** Returns only the named command, if any: setting up all takes 0.1 s. */
  private static List<Class<?>> commands(String... args) {
    List<Class<?>> named =
        COMMANDS.stream()
            .filter(command ->
                args.length > 0 && args[0].equals(command.getAnnotation(Command.class).name()))
            .toList();
    return named.isEmpty() ? COMMANDS : named;
  }

  private static CommandLine with(List<Class<?>> commands, List<?> more) {
    CommandLine line = new CommandLine(new LoomwatchCommand());
    commands.forEach(line::addSubcommand);
    more.forEach(line::addSubcommand);
    layOutHelp(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Path.class, text -> Invocation.current().directory().resolve(text));
    line.setUsageHelpWidth(helpWidth());
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, LoomwatchCommand::list);
    line.setParameterExceptionHandler(LoomwatchCommand::wrongUsage);
    line.setExecutionExceptionHandler(LoomwatchCommand::failed);
    return line;
  }

  /** Adds --help, an empty line after the description, and a heading for examples. */
  private static void layOutHelp(CommandLine line) {
    CommandSpec spec = line.getCommandSpec().mixinStandardHelpOptions(true);
    UsageMessageSpec usage = spec.usageMessage();
    List<String> description = new ArrayList<>(List.of(usage.description()));
    description.add("");
    usage.description(description.toArray(String[]::new));
    if (usage.footer().length > 0) {
      usage.footerHeading("%nExamples:%n");
    }
    line.getSubcommands().values().forEach(LoomwatchCommand::layOutHelp);
  }

  /** Returns the commands by purpose; those of other modules come last. */
  private static String list(Help help) {
    Map<String, Help> left = new LinkedHashMap<>(help.subcommands());
    StringBuilder text = new StringBuilder();
    BY_PURPOSE.forEach((purpose, commands) -> {
      List<Help> group =
          commands.stream()
              .map(command -> left.remove(command.getAnnotation(Command.class).name()))
              .filter(Objects::nonNull)
              .toList();
      list(text, purpose, group);
    });
    list(text, "More", List.copyOf(left.values()));
    return text.toString();
  }

  private static void list(StringBuilder text, String purpose, List<Help> commands) {
    if (!commands.isEmpty()) {
      text.append("  ").append(purpose).append(System.lineSeparator());
      for (Help command : commands) {
        CommandSpec spec = command.commandSpec();
        text.append(
            String.format("    %-11s%s%n", spec.name(), spec.usageMessage().description()[0]));
      }
    }
  }

  private static void showAll(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    spec.usageMessage().hidden(false);
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (option.hidden()) {
        spec.remove(option);
        spec.addOption(OptionSpec.builder(option).hidden(false).build());
      }
    }
    line.getSubcommands().values().forEach(LoomwatchCommand::showAll);
  }

  /** Returns the terminal's width, within the limits of picocli and readability. */
  private static int helpWidth() {
    return Math.clamp(Integer.getInteger("loomwatch.columns", 80), 55, 90);
  }

  private static int wrongUsage(CommandLine.ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println(
        "loomwatch: "
            + (e instanceof CommandLine.UnmatchedArgumentException unmatched
                ? notKnown(unmatched)
                : e.getMessage()));
    err.printf("Try './%s --help'.%n", e.getCommandLine().getCommandSpec().qualifiedName());
    return ExitCode.USAGE;
  }

  /** Reports only the first unknown argument, as the next is often its value. */
  private static String notKnown(CommandLine.UnmatchedArgumentException e) {
    String first = e.getUnmatched().getFirst();
    CommandLine command = e.getCommandLine();
    if (first.startsWith("-")) {
      List<String> options =
          command.getCommandSpec().optionsMap().keySet().stream()
              .filter(name -> name.startsWith("--"))
              .toList();
      return "unknown option '%s'; %s".formatted(first, NearestName.suggestion(first, options));
    }
    return command.getSubcommands().isEmpty()
        ? "unexpected argument '%s'; options begin with --".formatted(first)
        : "unknown command '%s'; %s"
            .formatted(
                first,
                NearestName.suggestion(first, List.copyOf(command.getSubcommands().keySet())));
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    return switch (e) {
      case UsageException usage -> say(err, usage, ExitCode.USAGE);
      case NothingMovedException alike -> say(err, alike, ExitCode.NOTHING_MOVED);
      case SpecException spec -> say(err, spec, ExitCode.USAGE);
      case VariantException variant -> say(err, variant, ExitCode.BAD_INPUT);
      case BadFileException bad -> say(err, bad, ExitCode.BAD_INPUT);
      case ServiceException service -> say(err, service, ExitCode.NO_SERVICE);
      case CalibrationException bad -> say(err, bad, ExitCode.BAD_INPUT);
      case NotWrittenException full -> say(err, full, ExitCode.INTERNAL);
      case RecordException bad -> say(err, bad, ExitCode.BAD_INPUT);
      case GitHubException hub -> say(err, hub, ExitCode.of(hub.kind()));
      case IOException io -> {
        err.println("loomwatch: " + describe(io));
        yield ExitCode.INTERNAL;
      }
      default -> {
        err.println("loomwatch: this is a fault of Loomwatch; please report it with these lines:");
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        err.println(Plain.lines(trace.toString()));
        yield ExitCode.INTERNAL;
      }
    };
  }

  private static int say(PrintWriter err, Exception e, int exitCode) {
    err.println("loomwatch: " + Plain.lines(String.valueOf(e.getMessage())));
    return exitCode;
  }

  private static String describe(IOException e) {
    return switch (e) {
      case java.nio.file.AccessDeniedException denied ->
          denied.getFile() + ": permission denied; correct its permissions";
      case java.nio.file.NoSuchFileException missing -> missing.getFile() + ": no such file";
      default -> String.valueOf(e.getMessage() == null ? e : e.getMessage());
    };
  }

  static final class InstalledVersion implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException, InterruptedException {
      Release release = Release.of(Installation.of(Optional.empty()).root());
      String commit =
          release.commit().isEmpty()
              ? ""
              : " (commit %s%s)"
                  .formatted(release.commit(), release.changed() ? ", changed since" : "");
      return new String[] {"loomwatch " + release.version() + commit};
    }
  }

  @Command(name = "test", description = "Builds everything and runs all tests, or one module's.")
  static final class TestCommand implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new UsageException("the tests are started by the launcher: ./loomwatch test");
    }
  }

  @Command(
      name = "package",
      hidden = true,
      description = "Packs this commit as a release that needs only a JDK.")
  static final class PackageCommand implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new UsageException("a release is packed by the launcher: ./loomwatch package VERSION");
    }
  }
}
