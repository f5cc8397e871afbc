package loomwatch.harness.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.study.StudyJudge;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.site.SitePages;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.History;
import loomwatch.trend.TrendJudge;
import loomwatch.trend.TrendReport;

/** A site made of a seeded history and one torn record, under a path of its own as on Pages. */
final class ServedSite implements AutoCloseable {
  private final Path directory;
  private final SiteServer server;

  private ServedSite(Path directory, SiteServer server) {
    this.directory = directory;
    this.server = server;
  }

  static ServedSite start(Path directory) throws IOException {
    Thresholds thresholds =
        ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());
    SeededHistory history = new SeededHistory();
    List<MeasurementRecord> records = new ArrayList<>(history.runs());
    records.add(history.comparison());
    records.add(history.bump());
    List<Path> runs = new ArrayList<>();
    for (MeasurementRecord record : records) {
      Path run = Files.createDirectories(directory.resolve("runs").resolve(record.id()));
      Files.writeString(run.resolve("record.json"), StoredRecord.of(record).text());
      Files.writeString(run.resolve("verdict.json"), VerdictJson.write(judged(record, thresholds)));
      Files.writeString(run.resolve("causes.html"), "<!doctype html><title>Flames</title>");
      runs.add(run);
    }
    Path torn = Files.createDirectories(directory.resolve("torn"));
    Files.writeString(torn.resolve("record.json"), "{\"schema\": 1,");
    runs.add(torn);
    Path web = directory.resolve("web");
    SitePages pages = new SitePages(Path.of("../gh-pages"));
    Instant now = Instant.parse("2026-10-30T12:00:00Z");
    new SiteBuild(web.resolve("loomwatch"), pages, thresholds, SeededHistory::title)
        .withFlames()
        .studied(
            List.of(
                StudyJudge.judge(SeededStudy.record("curves", true)),
                StudyJudge.judge(SeededStudy.record("names", false)),
                StudyJudge.judge(SeededStudy.mapped())),
            SeededStudy::past)
        .of(null, runs, now);
    History past = new SeededHistory().oddHistory();
    TrendReport report = TrendJudge.judge(past, Accepted.NOTHING, now);
    new SiteBuild(web.resolve("history"), pages, thresholds, SeededHistory::title)
        .of(
            new SiteBuild.SiteHistory(past, report, directory.resolve("none"), null),
            List.of(),
            now);
    return new ServedSite(directory, SiteServer.start(web, 0));
  }

  /** With a cause, where two were compared. */
  private static Verdict judged(MeasurementRecord record, Thresholds thresholds) {
    Verdict verdict = Judge.judge(record, thresholds);
    return record.comparison() == null
        ? verdict
        : verdict.because(List.of(SeededHistory.cause(SeededHistory.REGRESSED_METRIC)));
  }

  /** Where its first page is, with a slash at the end. */
  String address() {
    return server.address() + "loomwatch/";
  }

  /** The same, made of the runs as a judged history. */
  String historyAddress() {
    return server.address() + "history/";
  }

  Path folder() {
    return directory.resolve("web/loomwatch");
  }

  Path historyFolder() {
    return directory.resolve("web/history");
  }

  /** The output directory of a run it was made of. */
  Path run(String id) {
    return directory.resolve("runs").resolve(id);
  }

  @Override
  public void close() {
    server.close();
  }
}
