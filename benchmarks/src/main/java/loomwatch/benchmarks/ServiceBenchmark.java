package loomwatch.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import loomwatch.benchmarks.ServiceFault.Service;
import loomwatch.benchmarks.ServiceTable.Row;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.launch.BackingServices;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares three services with themselves and with faults, as their teams would: each is a
 * repository of its own, measured by Loomwatch's command. Existing results are reused.
 */
record ServiceBenchmark(SetUp setUp, PrintStream progress) {
  /** Of a service whose database is a container, for machines without Docker. */
  static final String WITHOUT_CONTAINERS = "loomwatch-local.yaml";

  private static final Set<Integer> VERDICTS =
      Set.of(ExitCode.PASS, ExitCode.REGRESSED, ExitCode.INCONCLUSIVE, ExitCode.INVALID);

  /**
   * The configuration.
   *
   * @param root the checkout of Loomwatch
   * @param folder directory of repositories and results
   */
  record SetUp(Path root, Path folder, String profile) {}

  /** A service compared with a fault, or with itself for the n-th time. */
  record Planned(Service service, Optional<ServiceFault> fault, int time) {
    String label() {
      return fault.map(ServiceFault::label).orElse(service.label() + "-itself-" + time);
    }

    /** Returns all comparisons whose service or fault is named; of all services if none is. */
    static List<Planned> of(Set<String> only, int itself) {
      List<Planned> all = new ArrayList<>();
      for (Service service : Service.values()) {
        boolean whole = only.isEmpty() || only.contains(service.label());
        for (int time = 1; whole && time <= itself; time++) {
          all.add(new Planned(service, Optional.empty(), time));
        }
        Stream.of(ServiceFault.values())
            .filter(fault -> fault.service() == service)
            .filter(fault -> whole || only.contains(fault.label()))
            .forEach(fault -> all.add(new Planned(service, Optional.of(fault), 1)));
      }
      return all;
    }
  }

  /** Measures what has no result yet, and keeps the table of all up to date. */
  ServiceTable run(List<Planned> planned) throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (Planned one : planned) {
      Row row = row(one, "[%d/%d]".formatted(rows.size() + 1, planned.size()));
      progress.printf(
          "loomwatch: %s: %s after %.1f minutes, %d rounds%n",
          one.label(), row.verdict().label(), row.minutes(), row.rounds());
      rows.add(row);
      ServiceTable table = new ServiceTable(rows);
      AtomicFile.write(setUp.folder().resolve("table.md"), table.markdown());
      AtomicFile.write(setUp.folder().resolve("table.json"), ServiceTable.FORMAT.write(table));
    }
    return new ServiceTable(rows);
  }

  /** Names of files contain the revision, so that results of another one are not reused. */
  private Row row(Planned planned, String count) throws IOException, InterruptedException {
    Path repository = setUp.folder().resolve(planned.service().label());
    FaultyCommit.repository(repository, planned.service().project(setUp.root()));
    String base = FaultyCommit.last(repository);
    String head = base;
    if (planned.fault().isPresent()) {
      ServiceFault fault = planned.fault().get();
      head = FaultyCommit.of(repository, fault.label(), fault.patch(setUp.root()));
    }
    String name = "%s-%s-%.10s".formatted(planned.label(), setUp.profile(), head);
    Path kept = setUp.folder().resolve("results").resolve(name + ".json");
    if (!Files.exists(kept)) {
      progress.printf("loomwatch: %s %s%n", count, planned.label());
      Path run = setUp.folder().resolve("runs").resolve(name);
      RunDirectory compared = compared(planned, List.of("--base", base, "--head", head), run);
      Row row =
          Row.of(
              planned.fault(),
              planned.service(),
              compared.readRecord().record(),
              compared.readVerdict());
      AtomicFile.write(kept, ServiceTable.ROW.write(row));
    }
    return ServiceTable.ROW.read(kept);
  }

  private RunDirectory compared(Planned planned, List<String> revisions, Path run)
      throws IOException, InterruptedException {
    Path repository = setUp.folder().resolve(planned.service().label());
    List<String> command = new ArrayList<>(List.of("compare", "--profile", setUp.profile()));
    command.addAll(revisions);
    planned
        .fault()
        .ifPresentOrElse(
            fault -> command.addAll(List.of("--scenario", fault.scenario())),
            () -> command.add("--aa"));
    if (Files.exists(repository.resolve(WITHOUT_CONTAINERS))
        && !BackingServices.containersCanRun()) {
      command.addAll(List.of("--service", WITHOUT_CONTAINERS));
    }
    command.addAll(List.of("--out", run.toString()));
    // A comparison that ended while its result was not yet written is not measured again.
    if (!Files.exists(run.resolve("verdict.json"))) {
      Files.createDirectories(run);
      new Launcher(setUp.root(), repository).run(command, run.resolve("said.txt"), VERDICTS);
    }
    return RunDirectory.existing(run);
  }

  @Command(
      name = "bench-services",
      mixinStandardHelpOptions = true,
      description = {
        "Proves on three kinds of services that a fault is seen and named, and that none is seen without.",
        "",
        "Spring Boot with JPA and PostgreSQL, Micronaut with a cache and a client, and a WAR with"
            + " JSPs and sessions. Each is compared with itself and with three or four faults, ten"
            + " in all, in both modes. Takes hours. Stopped at any time, the same command goes on.",
        "",
        "The first time Maven downloads what the services need. PostgreSQL is a container where a"
            + " Docker daemon answers, else the one of this machine.",
        ""
      })
  static final class BenchServicesCommand implements Callable<Integer> {
    @Option(
        names = "--only",
        split = ",",
        paramLabel = "NAME",
        description = "Only these services and faults, such as orders or n-plus-one.")
    private List<String> only = List.of();

    @Option(
        names = "--itself",
        paramLabel = "N",
        defaultValue = "1",
        description = "How often each service is compared with itself; default ${DEFAULT-VALUE}.")
    private int itself = 1;

    @Option(
        names = "--profile",
        paramLabel = "NAME",
        defaultValue = "smoke",
        description = "Of each comparison: smoke, quick or full; default ${DEFAULT-VALUE}.")
    private String profile = "smoke";

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Keeps repositories, comparisons and the table; default out/bench-services.")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (itself < 0) {
        throw new UsageException("--itself must be 0 or more, was " + itself);
      }
      requireKnown(only, "--only", names());
      requireKnown(List.of(profile), "--profile", List.of("smoke", "quick", "full"));
      Installation installation = Installation.ofLauncher();
      Path folder =
          out == null ? installation.out().resolve("bench-services") : out.toAbsolutePath();
      SetUp setUp = new SetUp(installation.root(), folder, profile);
      Files.createDirectories(folder.resolve("results"));
      ServiceTable table =
          new ServiceBenchmark(setUp, System.err).run(Planned.of(Set.copyOf(only), itself));
      System.out.print(table.markdown());
      return ExitCode.PASS;
    }

    private static List<String> names() {
      return Stream.concat(
              Stream.of(Service.values()).map(Service::label),
              Stream.of(ServiceFault.values()).map(ServiceFault::label))
          .toList();
    }

    private static void requireKnown(List<String> given, String option, List<String> known) {
      for (String name : given) {
        if (!known.contains(name)) {
          throw new UsageException(
              "%s must be of %s, was %s".formatted(option, String.join(", ", known), name));
        }
      }
    }
  }
}
